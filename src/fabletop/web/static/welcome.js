// Somebody is invited: the people of this device are one tap away, and whoever sits down is remembered.

import { offer, people, remember } from "./people.js";

export function welcoming() {
  for (const form of document.querySelectorAll("form:has([value=join])")) {
    if (form.dataset.ready) continue;
    form.dataset.ready = "yes";
    const { name, animal } = form.elements;
    if (!name) continue;
    const sit = one => { name.value = one.name; animal.value = one.animal ?? ""; };
    form.addEventListener("submit", event => {
      if (event.submitter?.value === "join" && name.value.trim()) {
        const known = people().find(one => one.name === name.value.trim());
        animal.value ||= known?.animal ?? "";
        remember({ name: name.value.trim(), animal: animal.value });
      }
    });
    const chips = form.querySelector(".people");
    if (chips) offer(chips, sit);
  }
}
