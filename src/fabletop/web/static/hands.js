// What can be pressed: the buttons, and the board dressed as buttons.  All of it is made from one state, and is taken
// away whole as soon as something else is shown: no part of an earlier decision is left behind.

import { arrows, ringed } from "./keys.js";
import { button, choosing } from "./parts.js";
import { dismiss } from "./sure.js";

const SMALL = 36; // pixels

/** `decide(act)` is called when something is chosen, `handOn()` when somebody gives the device away. */
export function hands({ board, buttons, texts, decide, handOn }) {
  const parts = choosing(board, decide);
  ringed(board);
  const boardKeys = arrows(board, () => [...board.querySelectorAll("[role=button]")]);
  const buttonKeys = arrows(buttons, () => [...buttons.querySelectorAll("button")]);

  function made(act, label, kind) {
    const one = Object.assign(document.createElement("button"), { name: "act", value: act, textContent: label });
    if (kind) one.className = kind;
    return one;
  }

  function gives() {
    const done = Object.assign(document.createElement("button"), { type: "button", id: "hand-on", className: "big", textContent: texts.hand_on });
    done.addEventListener("click", handOn);
    return done;
  }

  function below({ over, hand_on, start, roll, acts }) {
    if (over) return [];
    if (hand_on) return [gives()];
    return start ? [made("start", texts.start, "big")] : roll ? [made("roll", texts.roll, "big roll")] : acts.map(act => made(...act));
  }

  /** What can be pressed on the board says so in the reader's language. */
  function dress(state) {
    const labels = new Map(state.acts);
    for (const place of board.querySelectorAll("[data-action]")) button(place, labels.get(place.dataset.action));
    for (const place of state.roll ? board.querySelectorAll(".chance") : []) {
      place.dataset.action = "roll";
      button(place, texts.roll);
    }
    parts.ready(state.acts, state.parts);
  }

  /** Nothing in an image can be pressed. */
  function picture(kind) {
    board.querySelector("svg").setAttribute("role", kind);
  }

  /** A drawn button that came out too small to be read and pressed. */
  function tiny(place) {
    const used = [place, ...place.querySelectorAll("use")].map(node => node.getAttribute("href")).filter(href => href);
    return place.getBoundingClientRect().height < SMALL
      && [place, ...used.map(href => document.getElementById(href.slice(1)))].some(node => node?.querySelector(".pill"));
  }

  /** Buttons that the board repeats are only for who comes by keys. */
  function alone() {
    const places = [...board.querySelectorAll("[data-action]")].filter(place => !tiny(place));
    const whole = new Set(places.map(node => node.dataset.action));
    const verbs = new Set([...board.querySelectorAll("[data-part]")].map(node => node.dataset.part.split(" ")[0]));
    for (const one of buttons.querySelectorAll("button[value]:not(.roll)")) {
      one.classList.toggle("alone", !whole.has(one.value) && !verbs.has(one.value.split(" ")[0]));
      one.setAttribute("tabindex", "-1");
    }
  }

  function offer(state) {
    withdraw();
    buttons.replaceChildren(...below(state));
    dress(state);
    picture(board.querySelector("[role=button]") ? "group" : "img");
    alone();
    boardKeys.settle();
    buttonKeys.settle();
  }

  function withdraw() {
    dismiss();
    buttons.replaceChildren();
    for (const node of board.querySelectorAll("[role=button]")) {
      for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) node.removeAttribute(name);
    }
    for (const die of board.querySelectorAll(".chance[data-action=roll]")) delete die.dataset.action;
    picture("img");
  }

  return { offer, withdraw, tap: parts.tap, letGo: parts.letGo, asks: parts.asks };
}
