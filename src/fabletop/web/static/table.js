// The table in the browser: hears of each ply, hands it to the stage, and sends what somebody has pressed.

import { Stage, live } from "./stage.js";
import { guide } from "./guide.js";
import { met } from "./met.js";
import { hands } from "./hands.js";
import { ending, keepBeginner, refreshEnd } from "./again.js";
import { sayFair } from "./fair.js";
import { inviting } from "./invite.js";
import { telling } from "./log.js";
import { rulesOnDemand } from "./ondemand.js";
import { pacing, sounding } from "./pace.js";
import { covering } from "./cover.js";
import { device } from "./receipt.js";
import { welcoming } from "./welcome.js";
import { CAN, helping } from "./help.js";
import { away, markSeats, refreshSeats } from "./seats.js";
import { signing } from "./signs.js";
import { asked, sure } from "./sure.js";
import { aloud } from "./voice.js";
import { play } from "./sounds.js";
import { fitting, keepRoom } from "./steady.js";
import { say } from "./toast.js";
import { feeling, light, lightsOut, meant } from "./touch.js";

const find = id => document.getElementById(id);
const beside = name => new URL(name, import.meta.url).href; // a picture among the static files
const main = find("main"), board = find("board"), status = find("status"), log = telling(find("log"));
const moves = find("moves"), undo = find("undo"), cover = find("cover"), goOn = find("go-on");
const { texts, signs, ...given } = JSON.parse(find("state").textContent);
const url = main.dataset.url, signed = signing(main.dataset.game);
const lesson = "lesson" in main.dataset; // prepared: nothing is live, and nothing happens by itself
const FORCED = 900; // milliseconds before the only possible move plays itself
const AWAY = 30_000, FEW = 8; // who was away for so long and has missed more than so many plies sees the present at once
const SOON = 2500; // what is pressed while an own move is being shown is meant to follow it, for so many milliseconds
const TWICE = 600; // a second tap within so many milliseconds means the first one once more
const NEWS = 2500; // milliseconds that the stream may lag behind an answer before the page looks for itself
const NONE = -1;

// What may be pressed follows from these: see phase()
let state = given.state; // what lies on the board, and is decided upon
let latest = state; // told last; perhaps still to be seen
let known = state.ply; // the newest ply that the page knows of: told, or named in an answer
let asking = null; // what was sent and is not answered yet, with the ply that it is about

let opened = NONE, hadFocus = false, shown = false; // the ply that is open to be decided; what was before it
let onBoard = false; // whoever plays by keys does so on the board, not in the list below it
let lingers = false; // something was told to these eyes alone: it stays until it is tapped away
let stream = null, lost = false, late = 0, looks = 0, anew = false; // the line, and looks at the whole
let wish = null, sent = { act: null, at: 0 }, tried = NONE; // pressed too early; sent last; the last ply that played itself
let left = 0, ended = state.over; // when the page was left; whether the end has been told

// Pace and sound

const stage = new Stage(board, { sound: play, land: landed, rest: rested, done: seen, idle: settle, waits: settle });
if (window.stageClock) window.stageClock.stage = stage; else live(stage, window.stageRate); // a test lets time pass itself
pacing(stage);
sounding();

const cup = device(given.dice ?? { seats: [] }, post); // this device at the dice
let sat = null, sitting = Boolean(given.dice); // once it has sat down; until then nobody starts without it
const covered = covering(main, () => look(state.cover));
const pressed = hands({ board, buttons: find("buttons"), texts, decide, handOn: () => look(null) });

// The live stream

function connect() {
  if (lesson) return;
  stream?.close();
  const eye = state.lifted === null ? "" : `&seat=${state.lifted}`;
  const own = stream = new EventSource(`${url}/live?since=${latest.ply}${eye}`);
  own.onopen = () => { if (lost) say(texts.back); lost = false; };
  own.onmessage = event => {
    if (own !== stream) return;
    const told = JSON.parse(event.data);
    if (told.notice) return notice(told.notice);
    hear(told);
  };
  own.onerror = () => {
    if (own !== stream) return;
    if (!lost) say(texts.lost);
    lost = true;
    if (own.readyState === EventSource.CLOSED) setTimeout(() => own === stream && connect(), 1500);
  };
}

function hear(told) {
  if (told.sit) return satDown(told);
  if (told.ply <= latest.ply) return;
  if (told.told) cup.note(told.ply, told.told);
  if (told.by >= 0) lingers = false; // whoever decides has seen what was there; while another does, it has been seen
  lingers ||= told.secret;
  latest = told;
  settle();
  const known = told.by >= 0 && told.by === told.eye && told.plays === told.by && told.seat === null && !told.over;
  stage.play(known ? told.strip.map(frame => ({ ...frame, known })) : told.strip, told);
}

addEventListener("pageshow", event => { if (event.persisted) look(state.lifted); });
addEventListener("pagehide", () => stream?.close());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) left = performance.now();
  else if (performance.now() - left > AWAY && stage.waiting > FEW) look(state.lifted);
});

function notice(told) {
  if (told.call) cup.answer(told.call);
  if (told.seats) refreshSeats(url, say).then(() => { markSeats(state.plays); settle(); });
  if (told.waits) say(texts.waits);
  if (told.look) { anew = true; settle(); } // somebody has another colour
  if (told.again && state.over) refreshEnd(url);
  if (told.hints) say(told.agreed ? texts.hints_agreed : texts.wants_hints.replace("{name}", told.hints));
  if (told.sign) {
    const [key, text] = signs.find(([key]) => key === told.sign) ?? [];
    if (text) { say(`${told.name}: ${text}`, beside(`sign-${key}.svg`)); play("sign"); }
  }
}

/** A device has sat down at the dice: nothing happens on the board, but the table is further on. */
function satDown({ sit, say: sentence, ...now }) {
  if (now.ply <= latest.ply) return;
  log.tell(sentence);
  if (state.ply === latest.ply) {
    if (asking?.ply === state.ply) asking.ply = now.ply; // the same decision
    state = { ...state, ...now };
  }
  Object.assign(latest, now); // if it is still to be seen, once it has been seen
  settle();
  if (cup.moved(sit)) asked(texts.moved).then(answer => answer === "no" && location.reload()); // it sits down again here
}

// One ply after the other

/** A motion has ended: what it was is said now. Who has decided it knows it: that is only written down. */
function landed({ says, all, anew, known }) {
  if (anew) log.anew();
  says.forEach(log.tell);
  if (says.length && !known) status.textContent = says.length === 1 ? says[0] : all ?? ""; // many dice thrown at once: one line
}

/** Everything lies still: who is to decide may do so, though the last sentence is still being read. */
function rested({ strip, ...told }) {
  if (!strip) return;
  state = told;
  settle();
}

/** A ply has been seen. */
function seen({ strip, auto, ...told }) {
  if (strip) { state = told; markSeats(state.plays); }
  else if (auto && phase() === "open") send(auto);
}

/** What is going on: something is shown, or asked, or open.  It follows from the newest position that is known, and
 *  nothing of it is kept: whatever order news and answers come in, it cannot get lost. */
function phase() {
  const early = !lesson && stage.rests && (state.own || state.hand_on && lingers); // a guide speaks first
  if (state.ply < latest.ply || !stage.idle && !early) return "shown";
  return asking?.ply === state.ply || latest.ply < known || state.start && sitting ? "asked" : "open";
}

/** Everything around the board says how matters stand; called whenever one of these things has changed. */
function settle() {
  const now = phase();
  moves.classList.toggle("waiting", now !== "open");
  if (now === "shown") close();
  if (now === "open") { lightsOut(); open(); }
  offerGoOn(stage.waits && now === "shown");
  waitForNews();
  if (phase() !== "open" || !stage.idle) return; // a wish may have been granted meanwhile
  const missing = !state.own && !state.over && away(state.seat);
  status.textContent = missing ? texts.waiting_for.replace("{name}", missing) : !lesson && pressed.asks() || state.status;
  main.classList.toggle("over", state.over);
  covered(state);
  signed(state);
  if (anew || state.hand_on && !lingers) return look(anew ? state.lifted : null); // whatever is private is covered at once
  if (state.over && !ended) finish();
  ended = state.over;
  only();
}

/** Something is being shown: nothing can be decided meanwhile. */
function close() {
  if (shown) return;
  shown = true;
  opened = NONE;
  hadFocus = [moves, board, status].some(part => part.contains(document.activeElement));
  if (document.activeElement !== status) onBoard = board.contains(document.activeElement);
  if (hadFocus) status.focus({ preventScroll: true }); // what has the focus is about to vanish
  pressed.withdraw();
  help.passed();
  main.classList.remove("own");
}

/** Who is to decide may do so now. */
function open() {
  if (opened === state.ply) return;
  const moved = shown;
  shown = false;
  opened = state.ply;
  hadFocus ||= moves.contains(document.activeElement);
  main.classList.toggle("own", state.own);
  for (const form of [moves, undo]) {
    form.elements.ply.value = state.ply;
    form.elements.seat.value = state.eye ?? "";
  }
  undo.querySelector("button").disabled = !state.undo;
  markSeats(state.plays);
  pressed.offer({ ...state, hand_on: state.hand_on && lingers }); // what has been seen is covered without a tap
  signed(state);
  find("announced").textContent = state.own ? state.status : "";
  if (lesson && guide(board, state)) play("win");
  if (moved && state.own) play("turn");
  if (hadFocus && !board.contains(document.activeElement)) {
    const place = onBoard && state.own ? board.querySelector("[tabindex='0']") : null;
    (place ?? find("buttons").querySelector("button, a") ?? status).focus({ preventScroll: true });
  }
  hadFocus = false;
  granted();
}

/** Only a tap leads on. */
function offerGoOn(needed) {
  if (!needed && goOn === document.activeElement) { hadFocus = true; status.focus({ preventScroll: true }); }
  const appears = needed && goOn.hidden;
  goOn.hidden = !needed;
  if (appears && document.activeElement === status) goOn.focus({ preventScroll: true }); // who plays by keys
}

/** An answer has named a ply that the stream has not told: it will, or the page looks for itself. */
function waitForNews() {
  if (latest.ply < known && known < Infinity) late ||= setTimeout(() => look(state.lifted), NEWS);
  else { clearTimeout(late); late = 0; }
}

/** What has only one possibility happens by itself, to be seen; a tap hurries it. */
function only() {
  if (lesson || !state.forced || state.back || tried === state.ply) return;
  tried = state.ply;
  stage.play([{ hold: FORCED }], { auto: state.acts[0][0] });
}

/** What was pressed while an own move was being shown happens now, if it still can. */
function granted() {
  if (!wish) return;
  const { at } = wish, piece = document.getElementById(wish.piece), act = wish.act ?? piece?.dataset.action;
  wish = null;
  if (!state.own || at - sent.at >= SOON) return;
  if (state.roll ? act === "roll" : state.acts.some(([one]) => one === act)) send(act);
  else if (piece?.matches("[data-part]")) pressed.tap(piece);
}

/** What is pressed too early: an action, or the piece that lies there. */
function tooEarly(event) {
  const inside = ({ left, right, top, bottom }) =>
    left <= event.clientX && event.clientX <= right && top <= event.clientY && event.clientY <= bottom;
  const piece = [...board.querySelectorAll("#moving .piece[id]")].findLast(node => inside(node.getBoundingClientRect()));
  if (piece && performance.now() - sent.at > TWICE / 2) wish = { piece: piece.id, at: performance.now() };
}

async function finish() {
  play(state.winners.length ? "win" : "sleep"); // no fanfare for midnight
  find("after").hidden = false;
  await refreshEnd(url);
  const fair = given.dice && await sayFair(url, texts, find("fair"));
  if (fair) say(fair.sentences[0], beside(`mark-${fair.mark}.svg`));
}

// What somebody has pressed

async function post(path, fields) {
  return fetch(`${url}/${path}`, {
    method: "POST", body: new URLSearchParams(fields), headers: { accept: "application/json" },
  });
}

async function send(act) {
  const now = performance.now(), twice = act === sent.act && now - sent.at < TWICE;
  if (phase() !== "open") {
    if (!twice) wish = { act, at: now };
    return;
  }
  if (!state.own && !state.start) return;
  const own = asking = { ply: state.ply };
  sent = { act, at: now };
  settle();
  if (!stage.idle) stage.tap(); // what is still held has been seen
  try {
    await sat; // who presses at once has a hand in it, too
    if (latest.ply < known) return void (wish = { act, at: now }); // as soon as this device has heard that it sits
    const told = await heed(await post("move", { ply: state.ply, seat: state.eye ?? "", act, ...cup.with(act, state.toss) }));
    if (told && lesson) followed(told);
  } catch {
    say(texts.failed);
  } finally {
    if (asking === own) asking = null;
    settle();
  }
}

/** An answer names the newest ply, of which the stream will tell; a refusal is said. */
async function heed(answer) {
  const told = await answer.json();
  if (told.ply > known) known = told.ply;
  if (answer.ok) return told;
  say(told.error ?? texts.failed);
  if (latest.ply >= known && phase() !== "shown") look(state.lifted);
  return null;
}

/** A lesson's answer brings along what follows, or a kind word, or the way on. */
function followed({ told, kind, go }) {
  if (go) location.href = go;
  if (kind) say(kind);
  told.forEach(hear);
}

/** Somebody has chosen; what cannot be taken back is asked once. */
async function decide(act) {
  const { ply } = state;
  if (await sure(phase() === "open" ? state.sure?.[act] : "") && state.ply === ply) send(act); else lightsOut();
}

aloud(say, texts);
find("lying").addEventListener("click", () => { find("announced").textContent = board.querySelector("desc")?.textContent ?? ""; });
const help = helping({ board, url, now: () => state, say, texts });
moves.addEventListener("submit", event => {
  event.preventDefault();
  if (!event.submitter?.value) return;
  light(event.submitter);
  decide(event.submitter.value);
});
function press(event, byKey) {
  if (event.detail && event.timeStamp - covered.lifted < TWICE / 2) return; // a second tap on the cover's button is not meant for what lay below
  const place = meant(board, event, CAN), open = phase() === "open";
  if (place) event.preventDefault();
  if (place?.dataset.action) { light(place); decide(place.dataset.action); }
  else if (place && open) { pressed.tap(place, byKey); settle(); }
  else if (!byKey && !open) tooEarly(event);
  else if (!byKey && stage.idle && !lesson) help.whyNot({ x: event.clientX, y: event.clientY });
}
feeling(board);
board.addEventListener("click", event => press(event, false));
if (lesson) board.addEventListener("click", event => {
  const reads = state.acts[0]?.[0] === "next", place = meant(board, event, CAN);
  if (phase() === "open" && (!place || reads && place.dataset.part)) say(reads ? texts.next : texts.point);
});
board.addEventListener("keydown", event => {
  if (event.key === "Enter" || event.key === " ") press(event, true);
  if (event.key === "Escape") { pressed.letGo(); settle(); }
});
// A tap anywhere shortens what is running; what can be pressed does that too, but for what it does itself
document.addEventListener("click", event => {
  if (event.target.closest("a, button:not(#go-on), select, input, summary, label") && !board.contains(event.target)) return;
  if (!stage.idle) stage.tap();
});
document.addEventListener("keydown", event => {
  if ((event.key === " " || event.key === "Enter") && !stage.idle && event.target.matches("body, #status, #board")) stage.tap();
});
undo.addEventListener("submit", async event => {
  event.preventDefault();
  if (phase() !== "open") return;
  await heed(await post("undo", { ply: state.ply, seat: state.eye ?? "" }));
  settle();
});
find("signs")?.addEventListener("submit", event => {
  event.preventDefault();
  post("sign", { sign: event.submitter.value, seat: state.eye ?? "" });
});

/** Look at the table anew, through the eyes of a seat of ours, or of nobody. */
async function look(eye) {
  const mine = ++looks; // a later look goes before
  if (eye !== state.lifted) lingers = false;
  anew = false;
  stream?.close();
  stream = wish = null;
  known = Infinity; // until then nothing is certain
  settle();
  let answer;
  try {
    answer = await fetch(`${url}/look?ply=${state.ply}${eye === null ? "" : `&seat=${eye}`}`);
    if (!answer.ok) throw new Error("no scene");
    answer = await answer.json();
  } catch {
    say(texts.failed);
    setTimeout(() => mine === looks && look(eye), 2000);
    return;
  }
  if (mine !== looks) return;
  const { svg, log: story, ...rest } = answer;
  hadFocus ||= !cover.hidden;
  state = latest = rest;
  known = state.ply;
  opened = NONE;
  shown = false;
  stage.cut(svg);
  log.anew(story);
  settle();
  connect();
}

// Around the table

rulesOnDemand(find("rules"));
if (!lesson) met(main.dataset.game);
inviting(say, texts);
keepRoom(board.parentElement, board);
fitting(status);
ending();
welcoming();
keepBeginner(find("end"));
settle();
connect();
if (!given.dice) ; // a lesson's dice are prepared
else if (state.over) sayFair(url, texts, find("fair"));
else {
  sat = cup.sit().then(ply => { if (ply > known) known = ply; sitting = false; settle(); return ply !== null; });
  if (!await sat && state.start) send("start"); // this device cannot shake along: nobody waits for it
}
