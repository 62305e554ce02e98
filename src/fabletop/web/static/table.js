// The table in the browser: hears of each ply, shows one after the other, and sends what somebody has pressed.

import { show } from "./board.js";
import { button as makeButton, choosing } from "./parts.js";
import { play, soundOn, switchSound } from "./sounds.js";

const find = id => document.getElementById(id);
const main = find("main"), board = find("board"), status = find("status"), buttons = find("buttons"), log = find("log");
const moves = find("moves"), undo = find("undo"), cover = find("cover"), toast = find("toast");
const { texts, signs, ...given } = JSON.parse(find("state").textContent);
const url = `/t/${main.dataset.table}`;
const PACE = 620, FORCED = 1100; // milliseconds for a ply, and before the only possible move plays itself

let state = given.state; // what is shown
let queue = [], showing = false, sending = false, stream = null, forced = 0, lost = false;

// Pace and sound

const speed = find("speed");
const factor = () => Number(localStorage.getItem("speed")) || 1;
speed.value = String(factor());
speed.closest("label").hidden = false;
speed.addEventListener("change", () => localStorage.setItem("speed", speed.value));
const soundButton = find("sound");
soundButton.hidden = false;
const showSound = () => soundButton.setAttribute("aria-pressed", String(soundOn()));
soundButton.addEventListener("click", () => { switchSound(); showSound(); play("turn"); });
showSound();

function pace() {
  const behind = queue.length > 12 ? 0.25 : queue.length > 5 ? 0.6 : 1; // catch up when many plies wait
  return PACE * factor() * behind;
}

const wait = ms => new Promise(done => setTimeout(done, ms));

// The live stream

function connect() {
  stream?.close();
  const eye = state.eye === null ? "" : `&seat=${state.eye}`;
  const since = queue.at(-1)?.ply ?? state.ply;
  const own = stream = new EventSource(`${url}/live?since=${since}${eye}`);
  own.onopen = () => { if (lost) say(texts.back); lost = false; };
  own.onmessage = event => {
    if (own !== stream) return;
    const told = JSON.parse(event.data);
    if (told.notice) return notice(told.notice);
    if (told.ply > (queue.at(-1)?.ply ?? state.ply)) queue.push(told);
    if (!showing) run();
  };
  own.onerror = () => {
    if (own !== stream) return;
    if (!lost) say(texts.lost);
    lost = true;
    if (own.readyState === EventSource.CLOSED) setTimeout(() => own === stream && connect(), 1500);
  };
}

addEventListener("pageshow", event => { if (event.persisted) look(state.eye); });
addEventListener("pagehide", () => stream?.close());

function notice(told) {
  if (told.seats) refreshSeats();
  if (told.sign) {
    const [key, text] = signs.find(([key]) => key === told.sign) ?? [];
    if (text) { say(`${told.name}: ${text}`, `/static/${given.edition}/sign-${key}.svg`); play("sign"); }
  }
}

// One ply after the other

async function run() {
  showing = true;
  const focused = [moves, board, status].some(part => part.contains(document.activeElement));
  if (focused) status.focus({ preventScroll: true }); // what has the focus is about to vanish
  while (queue.length) {
    const next = queue[0];
    buttons.replaceChildren();
    moves.classList.add("waiting");
    clearTimeout(forced);
    const ms = pace();
    if (next.anew) log.replaceChildren();
    tell(next.say);
    if (next.say) status.textContent = next.say;
    main.classList.remove("own");
    play(next.sound);
    const start = performance.now();
    await show(board, next, ms);
    await wait(Math.max(0, ms - (performance.now() - start)) * 0.8);
    queue.shift();
    state = { ...next };
  }
  showing = false;
  settle(focused, true);
}

function tell(sentence) {
  if (!sentence) return;
  const line = document.createElement("li");
  line.textContent = sentence;
  log.append(line);
  scrollDown();
}

function scrollDown() {
  log.parentElement.scrollTop = log.scrollHeight;
}

/** Everything around the board says what may be done now. */
function settle(focused, moved) {
  status.textContent = state.status;
  moves.classList.remove("waiting");
  main.classList.toggle("own", state.own);
  main.classList.toggle("over", state.over);
  for (const form of [moves, undo]) {
    form.elements.ply.value = state.ply;
    form.elements.seat.value = state.eye ?? "";
  }
  undo.querySelector("button").disabled = !state.undo;
  for (const row of document.querySelectorAll("#seats [data-seat]")) {
    row.classList.toggle("to-play", Number(row.dataset.seat) === state.seat);
  }
  if (!state.over) {
    const all = state.roll ? [["roll", texts.roll, "big roll"]] : state.acts;
    buttons.replaceChildren(...all.map(([act, label, kind]) => {
      const button = document.createElement("button");
      button.name = "act";
      button.value = act;
      button.textContent = label;
      if (kind) button.className = kind;
      return button;
    }));
    if (state.hand_on) {
      const done = document.createElement("button");
      done.type = "button";
      done.id = "hand-on";
      done.className = "big";
      done.textContent = texts.hand_on;
      done.addEventListener("click", () => look(null));
      buttons.replaceChildren(done);
    }
  }
  nameActions();
  offerRoll();
  covered();
  if (state.over && moved) finish();
  if (moved && state.own) play("turn");
  if (focused && !board.contains(document.activeElement)) {
    (buttons.querySelector("button, a") ?? status).focus({ preventScroll: true });
  }
  only();
}

/** What can be pressed on the board says so in the reader's language. */
function nameActions() {
  const labels = new Map(state.acts);
  for (const place of board.querySelectorAll("[data-action]")) {
    makeButton(place, labels.get(place.dataset.action));
  }
  parts.ready(state.acts, state.parts);
}

function offerRoll() {
  for (const place of board.querySelectorAll(".chance")) {
    if (!state.roll) continue;
    place.dataset.action = "roll";
    makeButton(place, texts.roll);
  }
  if (state.roll) board.querySelector("svg").setAttribute("role", "group"); // in an image nothing can be pressed
}

/** What has only one possibility happens by itself. */
function only() {
  clearTimeout(forced);
  if (state.own && !state.roll && state.acts.length === 1 && state.sound !== "back") {
    forced = setTimeout(() => send(state.acts[0][0]), FORCED * factor());
  }
}

async function finish() {
  play("win");
  find("after").hidden = false;
  const page = new DOMParser().parseFromString(await (await fetch(url)).text(), "text/html");
  buttons.replaceChildren(...page.getElementById("buttons").children);
}

// What somebody has pressed

function salt() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

async function post(path, fields) {
  return fetch(`${url}/${path}`, {
    method: "POST", body: new URLSearchParams(fields), headers: { accept: "application/json" },
  });
}

async function send(act) {
  if (sending || showing || !state.own) return;
  sending = true;
  clearTimeout(forced);
  moves.classList.add("waiting");
  try {
    const answer = await post("move", { ply: state.ply, seat: state.eye, act, salt: salt() });
    if (!answer.ok) {
      say((await answer.json()).error ?? texts.failed);
      if (!queue.length) await look(state.eye);
    }
  } catch {
    say(texts.failed);
    moves.classList.remove("waiting");
  } finally {
    sending = false;
  }
}

moves.addEventListener("submit", event => {
  event.preventDefault();
  if (event.submitter?.value) send(event.submitter.value);
});
const parts = choosing(board, send);
function press(event, byKey) {
  const pressed = event.target.closest("[data-action], [data-part]");
  if (!pressed) return;
  event.preventDefault();
  if (pressed.dataset.action) send(pressed.dataset.action);
  else if (!showing && !sending) parts.tap(pressed, byKey);
}
board.addEventListener("click", event => press(event, false));
board.addEventListener("keydown", event => {
  if (event.key === "Enter" || event.key === " ") press(event, true);
  if (event.key === "Escape") parts.letGo();
});
undo.addEventListener("submit", async event => {
  event.preventDefault();
  if (showing) return;
  const answer = await post("undo", { ply: state.ply, seat: state.eye ?? "" });
  if (!answer.ok) { say((await answer.json()).error); look(state.eye); }
});
find("signs")?.addEventListener("submit", event => {
  event.preventDefault();
  post("sign", { sign: event.submitter.value, seat: state.eye ?? "" });
});

// The cover: before it is lifted the page knows nothing that is private

function covered() {
  const up = state.cover !== null && state.eye === null; // first she hands the device on
  const fresh = up && (cover.hidden || !main.inert);
  cover.hidden = !up;
  main.inert = up;
  if (fresh) {
    find("cover-words").textContent = state.cover_words;
    find("lift").textContent = state.lift_words;
    find("lift").focus();
  }
}
find("lift").addEventListener("click", event => { event.preventDefault(); look(state.cover); });
find("lift").addEventListener("keydown", event => {
  if (event.key === " ") { event.preventDefault(); look(state.cover); }
});

/** Look at the table anew, through the eyes of a seat of ours, or of nobody. */
async function look(eye) {
  stream?.close();
  stream = null;
  queue = [];
  let answer;
  try {
    answer = await fetch(`${url}/look${eye === null ? "" : `?seat=${eye}`}`);
    if (!answer.ok) throw new Error("no scene");
  } catch {
    say(texts.failed);
    setTimeout(() => look(eye), 2000);
    return;
  }
  const { svg, log: story, ...rest } = await answer.json();
  const lifted = !cover.hidden;
  state = rest;
  await show(board, { svg }, 0);
  log.replaceChildren();
  story.forEach(tell);
  settle(lifted, false);
  connect();
}

// Around the table

async function refreshSeats() {
  const seats = find("seats");
  if (seats.contains(document.activeElement) && document.activeElement.localName === "input") return;
  const answer = await fetch(`${url}/seats${location.search}`); // an invitation stays one
  if (!answer.ok) return;
  seats.innerHTML = await answer.text();
  if (!seats.querySelector("[value=join]")) find("welcome")?.remove(); // another was quicker
  settleSeats();
}

function settleSeats() {
  for (const row of document.querySelectorAll("#seats [data-seat]")) {
    row.classList.toggle("to-play", Number(row.dataset.seat) === state.seat);
  }
}

let quiet = 0;
function say(text, picture) {
  toast.textContent = text;
  if (picture) toast.prepend(Object.assign(new Image(), { src: picture, alt: "" }));
  toast.classList.add("up");
  clearTimeout(quiet);
  quiet = setTimeout(() => toast.classList.remove("up"), 3500);
}

find("seats").addEventListener("click", async event => {
  const link = event.target.closest("a.link");
  if (!link || !navigator.clipboard) return;
  event.preventDefault();
  try { await navigator.clipboard.writeText(link.href); say(texts.copied); } catch { location.href = link.href; }
});

const rules = find("rules");
rules.addEventListener("toggle", async () => {
  if (!rules.open || rules.dataset.loaded) return;
  const answer = await fetch(rules.dataset.src);
  if (answer.ok) {
    rules.querySelector(".rules-text").innerHTML = await answer.text();
    rules.dataset.loaded = "yes";
  }
});

scrollDown();
settle(false, false);
connect();
