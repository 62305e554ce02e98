// The guide of a lesson: rings what she speaks of, shows how far one is, and remembers it on this device.

import { met } from "./met.js";

const SVG = "http://www.w3.org/2000/svg";
const lesson = document.getElementById("main")?.dataset.lesson;
const place = `lesson/${lesson}`;

if (lesson && !location.search.includes("at=") && Number(localStorage.getItem(place)) > 0) {
  location.replace(`${location.pathname}?at=${localStorage.getItem(place)}`); // where it was left
}

function ring(kind, [x, y, r]) {
  const circle = document.createElementNS(SVG, "circle");
  for (const [name, value] of Object.entries({ class: kind, cx: x, cy: y, r })) circle.setAttribute(name, value);
  return circle;
}

/** Shows where the lesson is; true: it is over. */
export function guide(board, state) {
  const svg = board.querySelector("svg");
  svg.querySelector(".guide")?.remove();
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "guide");
  group.append(...state.rings.flatMap(spot => [ring("halo", spot), ring("ring", spot)]));
  svg.append(group);
  document.getElementById("main").style.setProperty("--progress", `${state.progress}%`);
  const over = state.progress >= 100;
  history.replaceState(null, "", `${location.pathname}?at=${state.ply}`); // reloaded, or come back to, it is here
  if (over) {
    localStorage.removeItem(place);
    met(lesson.split("/")[0]);
  } else {
    localStorage.setItem(place, state.ply);
  }
  return over;
}
