// The cover of a shared screen: before it is lifted the page knows nothing that is private.

import { light, lightsOut } from "./touch.js";

/** `covered(state)` puts it up or takes it away; `covered.lifted` is when it was taken away last.
 *  `look` fetches what lies below. */
export function covering(main, look) {
  const find = id => document.getElementById(id), cover = find("cover"), button = find("lift");

  function covered(state) {
    const up = state.cover !== null && state.lifted === null; // first she hands the device on
    const fresh = up && (cover.hidden || !main.inert);
    if (!up && !cover.hidden) covered.lifted = performance.now();
    cover.hidden = !up;
    main.inert = up;
    if (fresh) {
      find("cover-words").textContent = state.cover_words;
      button.textContent = state.lift_words;
      button.focus();
    }
  }
  covered.lifted = -Infinity;

  /** However often somebody presses while the line is slow, it is one look: none begins the waiting anew. */
  async function lift(event) {
    event.preventDefault();
    if (button.matches(".pressed")) return;
    light(button);
    await look();
    lightsOut();
  }
  button.addEventListener("click", lift);
  button.addEventListener("keydown", event => { if (event.key === " ") lift(event); });
  return covered;
}
