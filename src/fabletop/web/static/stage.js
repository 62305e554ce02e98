// The stage: plays every ply as a strip of frames, by one clock (docs/stage.md has the format).
// The drawing on the board is always the finished frame. What moves is a stand-in on a sheet above it: the board is
// not painted again while something moves, and cutting a motion short at any time leaves a correct picture.

import { PAGE, make, standIn } from "./motion.js";

export const PACES = { slow: 1.6, normal: 1, quick: 0.55, tap: 1 };
const GLANCE = 500; // what is new is seen for so long also after a tap
const CALM = 700; // where nothing may move, a frame is held instead
const ROUND = 30; // so many plies has a round of computer players: who has still to see them is not behind
const GATHER = 40; // dice of one throw come as several plies, one at the heels of the other
const KEYED = ".piece[id], .plate[id], .last[id]";

/** How long a sentence stays at least, in ms: 60 for each of its first 20 letters, and 45 for each letter beyond. */
export const reading = (text = "") => Math.min(60 * text.length, 1200 + 45 * (text.length - 20));

// The drawing

const parse = text => document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
const decoded = text => new DOMParser().parseFromString(text ?? "", "text/html").documentElement.textContent;
const keyed = root => new Map([...root?.querySelectorAll(KEYED) ?? []].map(node => [node.id, node]));

/** Makes `have` like `want` and leaves alone what is alike: nodes live on, and with them the focus. */
function morph(have, want) {
  for (const { name } of [...have.attributes]) {
    if (!want.hasAttribute(name) && !PAGE.test(name)) have.removeAttribute(name);
  }
  for (const { name, value } of want.attributes) if (have.getAttribute(name) !== value) have.setAttribute(name, value);
  const known = new Map([...have.children].filter(child => child.id).map(child => [child.id, child]));
  let at = have.firstChild;
  for (const child of [...want.childNodes]) {
    const twin = child.id ? known.get(child.id) : at && !at.id ? at : null;
    if (twin?.nodeName !== child.nodeName) { have.insertBefore(child, at); continue; }
    if (twin === at) at = at.nextSibling; else have.insertBefore(twin, at);
    if (!twin.isEqualNode(child)) morph(twin, child);
  }
  while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
}

/** Plays strips on a board. `hear` is what a page listens with:
 *  sound(name), say(text) when a motion has ended, begin(ply), rest() when the last thing that is known of lies still,
 *  done(ply) when a ply has been seen, waits(bool) when only a tap leads on. */
export class Stage {
  pace = "normal"; paused = false; clock = null;
  #queue = []; #frame = null; #cast = []; #t = 0; #ms = 0; #held = 0; #tapped = false;
  #steps = []; #gathering = 0; #unread = 0; #waiting = false;

  constructor(board, hear = {}) {
    const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
    Object.assign(this, { board, hear, calm, sheet: make("svg", { class: "sheet", "aria-hidden": "true" }) });
  }
  get shown() { return this.#frame; }
  get idle() { return !this.#frame && !this.#queue.length; }
  get moving() { return !this.paused && this.#frame !== null && this.#t < this.#ms; }
  /** How many plies are still to be seen. */
  get waiting() { return this.#queue.filter(frame => frame.ply).length + (this.#frame?.ply ? 1 : 0); }
  /** Does nothing but a tap lead on? */
  get waits() { return this.#waiting; }
  /** Lies everything as it will stay, as far as is known? Then one may already decide. */
  get rests() { return !this.#queue.length && this.#t >= this.#ms; }
  /** How long it is until something happens by itself. */
  get left() {
    if (this.paused) return Infinity;
    return this.#frame ? Math.max(0, this.#need() - this.#held) : this.#gathering || Infinity;
  }

  /** Shows a whole drawing at once and forgets what was to come: the first one, after an undo, behind a cover. */
  cut(svg) { this.#change(() => {
    this.#clear(), this.#frame = null, this.#queue = [], this.#gathering = this.#unread = 0;
    this.board.replaceChildren(parse(svg));
  }); }

  /** Adds a ply: its frames, and what the page wants to have back when they begin and have been seen. */
  play(frames, ply = {}) { this.#change(() => {
    this.#queue.push(...frames.map((frame, i) => i < frames.length - 1 ? frame : { ...frame, ply }));
    if (!this.#frame) frames[0]?.joins ? this.#gathering ||= GATHER : this.#next();
  }); }

  /** Shortens what is running: a motion ends soon, a hold at once, or as soon as it could be seen. */
  tap() { this.#change(() => { this.#tapped = true; }); }
  set(what) { this.#change(() => Object.assign(this, what)); } // pace, paused

  /** Lets time pass. Nothing else makes time pass, so that a test can do it. */
  advance(time) {
    if (this.#gathering && !this.paused && time > 0) {
      const step = Math.min(time, this.#gathering);
      this.#gathering -= step, time -= step;
      if (!this.#gathering) this.#next();
    }
    while (!this.paused && this.#frame && time > 0) {
      const moves = this.#t < this.#ms, rate = moves ? (this.#tapped ? 6 : 1) * this.#haste() : 1;
      const left = moves ? (this.#ms - this.#t) / rate : this.left, step = Math.min(time, left);
      if (moves) this.#t = step < left ? this.#t + step * rate : this.#ms; else this.#held += step;
      this.#unread = Math.max(0, this.#unread - step), time -= step;
      while (this.#steps[0] <= this.#t) { this.#steps.shift(); this.hear.sound?.("step"); }
      if (step === left) moves ? this.#land() : this.#next();
    }
    for (const one of this.#cast) one.pose(this.#t);
    this.#hint();
  }

  #change(how) { this.clock?.sync(); how(); this.#hint(); this.clock?.plan(); }

  /** Says when nothing but a tap leads on, and when that is over. */
  #hint() {
    const now = this.#frame !== null && !this.paused && this.#t >= this.#ms && this.#need() === Infinity;
    if (now !== this.#waiting) this.hear.waits?.(this.#waiting = now);
  }

  /** How much faster than written: by the pace, and by how far somebody is behind. */
  #haste() { return Math.min(8, 1 + 0.35 * Math.max(0, this.waiting - ROUND)) / PACES[this.pace]; }

  /** How long the frame is held. What is new in it, and its sentence, stay however many plies wait. */
  #need() {
    const { hold = 300, shows = 0, until, motion, ply, says, known } = this.#frame, slow = PACES[this.pace];
    if (this.#tapped) return shows || until || says.length ? GLANCE : 0;
    if (until === "tap" || this.pace === "tap" && ply && !ply.own && !known) return Infinity; // an own decision is a wait of its own
    return Math.max(shows * Math.max(1, slow), hold / this.#haste(), motion && this.calm() ? CALM : 0,
      ply || this.#queue[0]?.say ? this.#held + this.#unread : 0); // what was said stays until it is read
  }

  #next() {
    const over = this.#frame, frame = this.#joined(this.#queue.shift() ?? null);
    this.#frame = frame, this.#t = this.#ms = this.#held = this.#gathering = 0, this.#tapped = false, this.#steps = [];
    for (const ply of over?.plies ?? []) this.hear.done?.(ply);
    if (!frame) return void (over && this.hear.idle?.());
    this.hear.begin?.(frame);
    this.hear.sound?.(frame.sound);
    try {
      if (frame.svg || frame.moving) this.#draw(frame);
    } catch (error) { // the game goes on: the drawing is right, only its motion is not
      this.#clear(), this.#ms = 0;
      reportError(error);
    }
    if (!this.#ms) this.#land();
  }

  /** Frames that join the one before are played with it: all dice of a throw. */
  #joined(frame) {
    const all = frame ? [frame] : [], near = () => this.#queue.findIndex((next, i) => i < 2 && next.joins === frame.joins);
    while (frame?.joins && near() >= 0) { // what a ply comes to before the next die falls is not shown
      const passed = this.#queue.splice(0, near() + 1), next = passed.at(-1);
      frame = { ...next, motion: { ...frame.motion, ...next.motion } };
      all.push(...passed);
    }
    const each = name => all.map(one => one[name]).filter(one => one);
    return frame && { ...frame, plies: each("ply"), says: each("say"), all: all.length > 1 ? frame.all : "" };
  }

  #draw({ svg, moving, motion = {}, title, desc }) {
    const focused = document.activeElement, inside = this.board.contains(focused);
    const group = this.board.querySelector("#moving"), whole = svg && parse(svg);
    const fresh = whole ? whole.querySelector("#moving") : parse(`<svg xmlns="http://www.w3.org/2000/svg">${moving}</svg>`).firstChild;
    const old = keyed(group), next = keyed(fresh), acts = [];
    for (const id of this.calm() ? [] : new Set([...old.keys(), ...next.keys()])) {
      const from = motion[id]?.from, source = old.get(typeof from === "string" ? from : id);
      if (motion[id] || !next.has(id) || !source?.isEqualNode(next.get(id))) acts.push([id, source?.cloneNode(true)]);
    }
    if (whole || !group) this.board.replaceChildren(whole || fresh); else morph(group, fresh);
    if (!whole && title !== undefined) this.#said(title, desc);
    if (inside && focused !== document.activeElement) (focused.isConnected ? focused : this.board).focus({ preventScroll: true });
    const now = keyed(this.board.querySelector("#moving")), rank = one => !one.after ? 0 : motion[one.id] ? 3 : one.id === "light" ? 1 : 2;
    const named = ([id]) => id in motion, played = ([id, before], lead) => standIn(id, motion[id] ?? {}, before, now.get(id), lead);
    this.#cast = acts.filter(named).map(act => played(act, 0));
    const lead = Math.max(0, ...this.#cast.map(one => one.ms)); // what the frame is about comes first, then what it changes
    this.#cast.push(...acts.filter(act => !named(act)).map(act => played(act, lead)));
    this.#cast.sort((a, b) => rank(a) - rank(b) || (rank(a) && a.after.compareDocumentPosition(b.after) & 4 ? -1 : 1));
    this.sheet.replaceChildren(...this.#cast.map(one => one.node));
    this.sheet.setAttribute("viewBox", this.board.querySelector("svg").getAttribute("viewBox"));
    if (this.#cast.length) this.board.append(this.sheet);
    for (const { after, pose } of this.#cast) { pose(0); after?.classList.add("away"); }
    this.#ms = Math.max(0, ...this.#cast.map(one => one.ms));
    this.#steps = this.#cast.flatMap(one => one.steps ?? []).sort((a, b) => a - b);
  }

  /** The title and the description, and whether it is an image: nothing in an image can be pressed. */
  #said(title, desc) {
    const svg = this.board.querySelector("svg");
    svg.querySelector("title").textContent = decoded(title);
    svg.querySelector("desc").textContent = decoded(desc);
    svg.setAttribute("role", svg.querySelector("[data-action], [data-part]") ? "group" : "img");
  }

  #land() {
    const { until, ply, plies, land, says, all, known } = this.#frame;
    this.#clear();
    if (until === "tap" || this.pace === "tap") this.#tapped = false; // that tap was for the motion
    this.hear.sound?.(land);
    if (says.length && !known) this.#unread = reading(all || says.at(-1)) * PACES[this.pace];
    this.hear.land?.(this.#frame);
    if (ply && !this.#queue.length) this.hear.rest?.(plies.at(-1));
  }
  #clear() {
    for (const { after } of this.#cast) after?.classList.remove("away");
    this.#cast = [], this.sheet.replaceChildren(), this.sheet.remove();
  }
}

/** The real clock: by animation frames while something moves, by a timer while something is held, else not at all. */
export function live(stage, rate = 1) {
  let last = performance.now(), frame = 0, timer = 0;
  const sync = (now = performance.now()) => { // a hitch, or a hidden page, makes things late, but skips none
    const passed = Math.max(0, now - last) * rate;
    last = Math.max(last, now);
    stage.advance(Math.min(passed, 64 * rate + (stage.moving ? 0 : stage.left)));
  };
  const wake = now => { sync(now); plan(); };
  const plan = () => {
    cancelAnimationFrame(frame), clearTimeout(timer);
    if (stage.moving && !document.hidden) frame = requestAnimationFrame(wake);
    else if (stage.moving) timer = setTimeout(() => wake(), 200);
    else if (stage.left < Infinity) timer = setTimeout(() => wake(), stage.left / rate);
  };
  document.addEventListener("visibilitychange", plan);
  stage.clock = { sync, plan };
}
