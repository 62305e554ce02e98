// Setting up: hints follow who plays where, faces follow the choice, and the people of this device are one tap away.

import { offer, people, remember } from "./people.js";

const usual = JSON.parse(document.getElementById("usual").textContent);
const form = document.querySelector("form.setup"), begins = document.getElementById("begins");
const chips = document.querySelector(".people"), tooLong = document.querySelector(".too-long");
const rows = [...document.querySelectorAll(".rows li")].map(row => ({
  row, seat: row.dataset.seat,
  kind: row.querySelector("select[name^=kind]"), name: row.querySelector("input[name^=name]"),
  face: row.querySelector("summary img"), faces: [...row.querySelectorAll("[type=radio]")],
  colour: row.querySelector("[name^=colour]"),
}));
const isPerson = line => ["here", "elsewhere"].includes(line.kind.value);
const called = line => line.name.value.trim().toLowerCase();

/** The animal that was chosen here, or that somebody of this name has always had. */
function chosen(line) {
  const known = isPerson(line) && people().find(one => one.name.toLowerCase() === called(line));
  return line.faces.find(face => face.checked)?.value ?? (known ? known.animal : undefined);
}

/** Names and animals of those who were given none: as long as there are others, nobody gets an animal of somebody else. */
function settle() {
  let number = 0, beasts = 0;
  const others = new Set(people().map(one => one.animal));
  const computers = rows.filter(line => !isPerson(line) && line.kind.value !== "nobody").length;
  const taken = new Set([...usual.animals.slice(0, computers), ...rows.map(chosen)]);
  const free = usual.animals.filter(name => !taken.has(name)).reverse()
    .sort((one, other) => others.has(one) - others.has(other));
  for (const line of rows) {
    const person = isPerson(line) || line.kind.value === "nobody";
    const at = person ? -1 : beasts++;
    line.name.placeholder = person ? usual.person.replace("{number}", ++number) : usual.computers[at];
    const animal = person ? chosen(line) ?? free.shift() ?? "mouse" : usual.animals[at];
    line.animal = animal;
    line.face.src = line.face.src.replace(/[^/]+$/, `${animal}.svg`);
    line.row.classList.toggle("computer", !person);
    const option = begins.querySelector(`option[value="${line.seat}"]`);
    if (option) {
      option.textContent = line.name.value || line.name.placeholder;
      option.hidden = option.disabled = line.kind.value === "nobody";
      if (option.disabled && begins.value === line.seat) begins.value = "custom";
    }
  }
  const seated = new Set(rows.filter(isPerson).map(line => line.name.value.trim()));
  for (const pick of chips.querySelectorAll(".person > button:first-child")) {
    pick.setAttribute("aria-pressed", String(seated.has(pick.textContent)));
  }
}

/** Somebody of this device sits down, or gets up again. */
function seat(one) {
  const at = rows.find(line => isPerson(line) && line.name.value.trim() === one.name);
  if (at) {
    at.name.value = "";
    for (const face of at.faces) face.checked = false;
    if (at.colour) at.colour.value = "";
    if (at.before) at.kind.value = at.before;
    return settle();
  }
  const line = rows.find(line => line.kind.value === "here" && !line.name.value)
    ?? rows.find(line => !isPerson(line) && line.kind.value !== "nobody") ?? rows.find(line => !isPerson(line));
  if (!line) return;
  line.before = line.kind.value; // should she get up again
  line.kind.value = "here";
  line.name.value = one.name;
  for (const face of line.faces) face.checked = face.value === one.animal;
  if (line.colour && one.colour) line.colour.value = one.colour;
  settle();
}

form.addEventListener("change", event => {
  settle();
  event.target.closest("details.pick")?.removeAttribute("open");
});
form.addEventListener("input", event => {
  if (event.target.maxLength > 0) tooLong.hidden = event.target.value.length < event.target.maxLength;
  settle();
});
form.addEventListener("submit", () => {
  for (const line of [...rows].reverse()) { // the first comes to stand first
    if (line.kind.value !== "here" || !line.name.value.trim()) continue;
    const animal = line.faces.find(face => face.value === line.animal);
    if (animal) animal.checked = true;
    remember({ name: line.name.value.trim(), animal: line.animal, colour: line.colour?.value });
  }
});
document.addEventListener("click", event => {
  for (const open of document.querySelectorAll("details.pick[open]")) {
    if (!open.contains(event.target)) open.removeAttribute("open");
  }
});
offer(chips, seat, settle);
const [me] = people();
if (me && rows[0]?.kind.value === "here" && !rows[0].name.value && !document.querySelector(".error")) seat(me);
settle();
addEventListener("pageshow", settle);
