// When the game is over: its scene above the board, and once more, with who begins as the family likes it.

export function keepBeginner(place) {
  const select = place.querySelector("[name=begins]");
  if (!select) return;
  const kept = localStorage.getItem("begins");
  if ([...select.options].some(option => option.value === kept)) select.value = kept;
  select.addEventListener("change", () => localStorage.setItem("begins", select.value));
}

/** The scene of the end, perhaps from a fresh page; the board lies below it and can be looked at. */
export function ending(fresh) {
  const place = document.getElementById("ending"), main = document.getElementById("main");
  const toggle = document.getElementById("see-board");
  if (fresh && fresh.innerHTML.trim() && !place.querySelector("svg")) {
    place.replaceChildren(...[...fresh.children].map(part => document.importNode(part, true)));
  }
  if (!toggle || !place.querySelector("svg")) return;
  toggle.hidden = false;
  toggle.addEventListener("click", () => {
    const pressed = main.classList.toggle("see-board");
    toggle.setAttribute("aria-pressed", String(pressed));
  });
}
