// Watch a finished game again: a slider over its plies, through the eyes of any seat.

import { Stage, live } from "./stage.js";
import { play } from "./sounds.js";
import { fitting } from "./steady.js";

const find = id => document.getElementById(id);
const url = find("main").dataset.url, slider = find("ply"), eye = find("eye"), film = find("film");
const last = Number(slider.max);
let shown = Number(slider.value), running = false, busy = false, wanted = null, over = null;

const stage = new Stage(find("board"), { sound: name => running && play(name), land: landed, done: () => over?.() });
stage.set({ pace: localStorage.getItem("speed") === "slow" ? "slow" : "normal" });
live(stage, window.stageRate);
fitting(find("status"));
find("board").addEventListener("click", () => stage.tap());

/** What has happened is said when it has been seen. */
function landed({ says }) {
  if (says.length) find("status").textContent = says.at(-1);
}

async function go(ply) {
  wanted = Math.min(last, Math.max(0, ply));
  if (busy) return void stage.tap(); // what is running is shortened, and then it goes there
  busy = true;
  while (wanted !== null) {
    const at = wanted;
    wanted = null;
    const answer = await fetch(`${url}/frame?ply=${at}&seat=${eye.value}`);
    if (!answer.ok) break;
    const frame = await answer.json();
    find("where").textContent = `${at} / ${last}`;
    slider.value = at;
    const next = at === shown + 1 && stage.idle;
    shown = at;
    if (next && frame.strip) await new Promise(done => { over = done; stage.play(frame.strip, frame); });
    else { stage.cut(frame.svg); find("status").textContent = frame.say; }
    over = null;
    slider.dispatchEvent(new CustomEvent("shown", { detail: at }));
  }
  busy = false;
}

film.hidden = false;
film.addEventListener("click", async () => {
  running = !running;
  film.textContent = running ? film.dataset.stop : film.dataset.play;
  if (running && shown >= last) await go(0);
  while (running && shown < last) {
    await go(shown + 1);
  }
  running = false;
  film.textContent = film.dataset.play;
});
slider.addEventListener("input", () => go(Number(slider.value)));
eye.addEventListener("change", () => go(shown));
find("reel").addEventListener("submit", event => { event.preventDefault(); go(Number(slider.value)); });
find("back").addEventListener("click", event => { event.preventDefault(); go(shown - 1); });
find("on").addEventListener("click", event => { event.preventDefault(); go(shown + 1); });
