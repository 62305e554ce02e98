// Watch a finished game again: a slider over its plies, through the eyes of any seat.

import { show } from "./board.js";
import { play } from "./sounds.js";

const find = id => document.getElementById(id);
const url = `/t/${find("main").dataset.table}`, slider = find("ply"), eye = find("eye"), film = find("film");
const last = Number(slider.max);
let shown = Number(slider.value), running = false, busy = false, wanted = null;

async function go(ply) {
  wanted = Math.min(last, Math.max(0, ply));
  if (busy) return;
  busy = true;
  while (wanted !== null) {
    const at = wanted;
    wanted = null;
    const answer = await fetch(`${url}/frame?ply=${at}&seat=${eye.value}`);
    if (!answer.ok) break;
    const frame = await answer.json();
    find("status").textContent = frame.say;
    find("where").textContent = `${at} / ${last}`;
    slider.value = at;
    const near = Math.abs(at - shown) === 1;
    shown = at;
    if (running) play("step");
    await show(find("board"), frame, near ? 450 : 0);
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
    await new Promise(done => setTimeout(done, 350));
  }
  running = false;
  film.textContent = film.dataset.play;
});
slider.addEventListener("input", () => go(Number(slider.value)));
eye.addEventListener("change", () => go(shown));
find("reel").addEventListener("submit", event => { event.preventDefault(); go(Number(slider.value)); });
find("back").addEventListener("click", event => { event.preventDefault(); go(shown - 1); });
find("on").addEventListener("click", event => { event.preventDefault(); go(shown + 1); });
