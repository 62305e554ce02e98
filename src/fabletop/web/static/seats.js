// The list of those who play: it marks whose turn it is, and changes when somebody sits down.

import { settleInvitation } from "./invite.js";
import { welcoming } from "./welcome.js";

/** Whose turn it is to play. */
export function markSeats(plays) {
  for (const row of document.querySelectorAll("#seats [data-seat]")) {
    row.classList.toggle("to-play", Number(row.dataset.seat) === plays);
  }
}

/** Who sits where, a person, a computer player or nobody yet, and how that is said. */
function sitting() {
  const rows = [...document.querySelectorAll("#seats [data-seat]")], words = (row, tag) => row.querySelector(tag).textContent;
  return new Map(rows.map(row => [row.dataset.seat, [row.dataset.sits, `${words(row, "strong")}: ${words(row, "small")}`]]));
}

/** The name of the one in this seat, if she is not here. */
export function away(seat) {
  return document.querySelector(`#seats [data-seat="${seat}"].away strong`)?.textContent;
}

/** The list anew; not while somebody writes her name there. Whoever sits down or leaves is told of by `say`. */
export async function refreshSeats(url, say) {
  const seats = document.getElementById("seats");
  if (seats.contains(document.activeElement) && document.activeElement.localName === "input") return;
  const answer = await fetch(`${url}/seats${location.search}`); // an invitation stays one
  if (!answer.ok) return;
  const before = sitting();
  seats.innerHTML = await answer.text();
  if (!seats.querySelector("[value=join]")) document.getElementById("welcome")?.remove(); // another was quicker
  settleInvitation();
  welcoming();
  for (const [seat, [who, said]] of sitting()) if (before.has(seat) && before.get(seat)[0] !== who) say(said);
}
