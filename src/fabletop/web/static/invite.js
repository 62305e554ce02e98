// Inviting: while a seat waits a button opens the QR code and the link, also above a cover.

import { copy } from "./copy.js";

const dialog = document.getElementById("invitation"), seats = document.getElementById("seats");
const buttons = [...document.querySelectorAll(".invite-open")];

/** After the seats were drawn anew: somebody may have sat down, or a seat may be free again. */
export function settleInvitation() {
  const waiting = seats.querySelector(".invite");
  for (const button of buttons) button.hidden = !waiting;
  if (!waiting && dialog.open) dialog.close();
}

export function inviting(say, texts) {
  const link = () => seats.querySelector(".invite a.link")?.href ?? "";

  async function copied(text, place) {
    say(await copy(text, place) ? texts.copied : texts.copy_by_hand);
  }

  for (const button of buttons) button.addEventListener("click", () => {
    dialog.querySelector(".invitation-qr").replaceChildren(seats.querySelector(".invite img").cloneNode());
    const shown = dialog.querySelector("a.link");
    shown.href = shown.textContent = link();
    dialog.showModal();
  });
  dialog.addEventListener("click", event => {
    if (event.target === dialog || event.target.closest("[data-do=close]")) dialog.close();
    if (event.target.closest("[data-do=copy]")) copied(link(), dialog.querySelector("a.link"));
    if (event.target.closest("[data-do=share]")) navigator.share({ title: document.title, url: link() }).catch(() => {});
  });
  dialog.querySelector("[data-do=share]").hidden = !navigator.share; // secure pages of devices that have a share sheet
  for (const place of [seats, dialog]) place.addEventListener("click", event => {
    const pressed = event.target.closest("a.link");
    if (!pressed) return;
    event.preventDefault();
    copied(pressed.href, pressed);
  });
  settleInvitation();
}
