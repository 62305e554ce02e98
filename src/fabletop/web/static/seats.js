// The list of those who play: it marks whose turn it is, and changes when somebody sits down.

import { settleInvitation } from "./invite.js";
import { welcoming } from "./welcome.js";

/** Whose turn it is to play. */
export function markSeats(plays) {
  for (const row of document.querySelectorAll("#seats [data-seat]")) {
    row.classList.toggle("to-play", Number(row.dataset.seat) === plays);
  }
}

/** The list anew; not while somebody writes her name there. */
export async function refreshSeats(url) {
  const seats = document.getElementById("seats");
  if (seats.contains(document.activeElement) && document.activeElement.localName === "input") return;
  const answer = await fetch(`${url}/seats${location.search}`); // an invitation stays one
  if (!answer.ok) return;
  seats.innerHTML = await answer.text();
  if (!seats.querySelector("[value=join]")) document.getElementById("welcome")?.remove(); // another was quicker
  settleInvitation();
  welcoming();
}
