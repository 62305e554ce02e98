// How fast and how loud: what a device has chosen for all tables.

import { play, soundOn, switchSound } from "./sounds.js";

const BEFORE = { 1.7: "slow", 0.45: "quick" }; // as it was kept before it had names

export function pacing(stage) {
  const speed = document.getElementById("speed"), chosen = localStorage.getItem("speed");
  speed.value = BEFORE[chosen] ?? chosen;
  if (!speed.value) speed.value = "normal";
  stage.set({ pace: speed.value });
  speed.addEventListener("change", () => {
    localStorage.setItem("speed", speed.value);
    stage.set({ pace: speed.value });
  });
}

export function sounding() {
  const button = document.getElementById("sound");
  const show = () => button.setAttribute("aria-pressed", String(soundOn()));
  button.hidden = false;
  button.addEventListener("click", () => { switchSound(); show(); play("turn"); });
  show();
}
