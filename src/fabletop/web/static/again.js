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

const SOON = 2500; // milliseconds

/** What may be done when the game is over, also when somebody wishes to play again. */
export async function refreshEnd(url) {
  const find = id => document.getElementById(id), answer = await fetch(url).catch(() => null);
  if (!answer || answer.status >= 500) return void setTimeout(refreshEnd, SOON, url); // gone for a moment: the ways on follow
  if (!answer.ok) return; // the table was deleted: its end stays as it was seen
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  find("end").replaceChildren(...page.getElementById("end").children);
  find("seats")?.replaceChildren(...page.getElementById("seats").children); // nobody is to be replaced any more
  keepBeginner(find("end"));
  ending(page.getElementById("ending"));
}
