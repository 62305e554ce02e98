// Help on the board: press and hold (or the question mark, or the key ?) says what a thing is; a tap on what does not
// glow says why not; the light bulb shows a good move.  The words come from the game; here they find their place.

import { wordless } from "./signs.js";

const HOLD = 480, SLIP = 12; // milliseconds, and pixels that a finger may move meanwhile
const THINGS = "[data-what], .piece[id], .plate[id]";
const CAN = "[data-action], [data-part]";
const find = id => document.getElementById(id);

const box = node => node.getBoundingClientRect();
const middle = node => { const b = box(node); return { x: b.x + b.width / 2, y: b.y + b.height / 2 }; };
export const nameOf = node => node.dataset.what ?? node.id;

/** Everything on a board that can be asked about. */
export function things(board) {
  return [...board.querySelectorAll(THINGS)].filter(node => !node.closest(".sheet") && box(node).width);
}

/** What lies at a point: the smallest thing around it, and of equals the uppermost. */
function thingAt(board, { x, y }) {
  let best = null, least = Infinity;
  for (const node of things(board)) {
    const b = box(node), size = b.width * b.height;
    if (b.left <= x && x <= b.right && b.top <= y && y <= b.bottom && size <= least * 1.05) { best = node; least = size; }
  }
  return best;
}

/** `now()` is the state of the page, `say` shows a line, `calm()` is whether anything can be decided. */
export function helping({ board, url, now, say, texts }) {
  const bubble = find("bubble"), ask = find("ask"), hint = find("hint"), asked = find(wordless ? "sign" : "status");
  let asking = false, held = false, timer = 0, from = null, latest = 0;
  let passing = false; // what the bubble says holds only for this decision

  // The bubble

  function show({ x, y }, name, text, more = []) {
    const words = [];
    passing = false;
    if (name) words.push(Object.assign(document.createElement("strong"), { textContent: name }));
    words.push(Object.assign(document.createElement("span"), { textContent: text }));
    bubble.replaceChildren(...words, ...more);
    bubble.hidden = false;
    bubble.style.left = "0"; // as wide as its words want, wherever it was before
    const edge = 8, { width, height } = box(bubble), wide = document.documentElement.clientWidth;
    const left = Math.min(Math.max(edge, x - width / 2), wide - width - edge);
    const above = y - height - 26 > edge;
    bubble.style.left = `${left}px`;
    bubble.style.top = `${above ? y - height - 22 : Math.min(y + 26, innerHeight - height - edge)}px`;
  }

  const hide = () => { bubble.hidden = true; for (const node of board.querySelectorAll(".hinted")) node.classList.remove("hinted"); };
  const pulse = () => { asked.classList.remove("nudge"); void asked.offsetWidth; asked.classList.add("nudge"); };

  async function get(path, fields = {}) {
    const { eye, ply } = now();
    if (eye !== null) fields.seat = eye;
    fields.ply = ply;
    const answer = await fetch(`${url}/${path}?${new URLSearchParams(fields)}`, { headers: { accept: "application/json" } });
    if (!answer.ok) throw new Error("no answer");
    return answer.json();
  }

  /** Asks about a thing and shows the answer where it lies; a later question goes before. */
  async function about(path, thing, point) {
    const mine = ++latest, { ply } = now();
    try {
      const { name, text } = await get(path, { thing });
      if (mine !== latest || path === "why" && now().ply !== ply) return;
      if (text) show(point, name, text);
      passing = path === "why";
      if (path === "why" && (name || !text || wordless)) pulse(); // what to do now is said above
    } catch { say(texts.failed); }
  }

  function what(point, node = thingAt(board, point)) {
    if (asking) leave();
    if (node) about("what", nameOf(node), point);
  }

  /** Something was tapped that cannot be done: why not? */
  function whyNot(point) {
    const node = thingAt(board, point);
    if (node) about("why", nameOf(node), point); else pulse();
  }

  // Press and hold

  const release = () => clearTimeout(timer);
  board.addEventListener("pointerdown", event => {
    if (!event.isPrimary || event.button) return;
    held = false;
    from = { x: event.clientX, y: event.clientY };
    clearTimeout(timer);
    timer = setTimeout(() => { held = true; what(from); }, HOLD);
  });
  board.addEventListener("pointermove", event => {
    if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLIP) release();
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) board.addEventListener(end, release);
  board.addEventListener("contextmenu", event => {
    event.preventDefault();
    if (event.pointerType === "mouse") what({ x: event.clientX, y: event.clientY });
  });
  addEventListener("click", event => { // before anything else hears of it
    const inside = board.contains(event.target);
    if (!bubble.hidden && !bubble.contains(event.target) && !held) hide();
    if (!inside || !(held || asking)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!held) what({ x: event.clientX, y: event.clientY });
    held = false;
  }, true);
  addEventListener("scroll", hide, { passive: true });

  // The question mark

  function leave() {
    asking = false;
    ask.setAttribute("aria-pressed", "false");
    board.classList.remove("asking");
  }
  ask.addEventListener("click", () => {
    if (asking) return leave();
    asking = true;
    ask.setAttribute("aria-pressed", "true");
    board.classList.add("asking");
    say(texts.ask);
  });
  document.addEventListener("keydown", event => {
    const node = event.target.closest?.("#board *");
    if (event.key === "Escape") { hide(); leave(); }
    else if (event.key === "?" && !event.target.matches("input, select, textarea")) {
      event.preventDefault();
      if (node) what(middle(node), node.matches(THINGS) ? node : undefined); else ask.click();
    } else if (asking && node && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      event.stopImmediatePropagation();
      what(middle(node), node.matches(THINGS) ? node : undefined);
    }
  }, true);

  // The light bulb

  /** The places on the board that a move is made of, the one to press first before the others. */
  function placesOf(act) {
    const words = act.split(" ");
    const whole = [...board.querySelectorAll("[data-action]")].filter(node => node.dataset.action === act);
    if (whole.length) return whole;
    const left = words.slice(1);
    return [...board.querySelectorAll("[data-part]")].filter(node => {
      const [verb, ...own] = node.dataset.part.split(" ");
      if (verb !== words[0] || !own.every(word => left.includes(word))) return false;
      for (const word of own) left.splice(left.indexOf(word), 1);
      return true;
    });
  }

  function worths(rows) {
    if (!rows?.length) return [];
    const list = document.createElement("ol");
    for (const [label, worth] of rows) {
      const row = document.createElement("li");
      row.append(Object.assign(document.createElement("span"), { textContent: label }), Object.assign(document.createElement("b"), { textContent: worth }));
      list.append(row);
    }
    return [list];
  }

  function agreement() {
    const yes = Object.assign(document.createElement("button"), { type: "button", textContent: texts.ask_others });
    yes.addEventListener("click", async () => {
      hide();
      await fetch(`${url}/hints${now().eye === null ? "" : `?seat=${now().eye}`}`, { method: "POST" });
    });
    return [yes];
  }

  async function light() {
    const mine = ++latest, { ply } = now();
    hide();
    hint.setAttribute("aria-busy", "true");
    try {
      let told = await get("hint");
      for (let i = 0; told.wait && i < 20 && mine === latest; i++) told = await get("hint");
      if (mine !== latest || now().ply !== ply) return;
      const places = told.act ? placesOf(told.act) : [];
      for (const node of places) node.classList.add("hinted");
      const point = places.length ? middle(places[0]) : { ...middle(hint), y: box(hint).top + 10 };
      show({ x: point.x, y: places.length ? box(places[0]).top + 14 : point.y }, told.label, told.text, told.ask ? agreement() : worths(told.worth));
      passing = !told.ask;
    } catch { say(texts.failed); } finally { hint.removeAttribute("aria-busy"); }
  }
  hint.addEventListener("click", light);

  /** The game goes on: a reason or a hint may not be true any more; what a thing is, is. */
  const passed = () => { if (passing && !bubble.hidden) hide(); };

  return { whyNot, passed };
}

export { CAN };
