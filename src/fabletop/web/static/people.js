// The people of this device: name, animal and favourite colour, kept here and nowhere else.

const KEY = "people", MOST = 12;

export function people() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(one => typeof one?.name === "string" && one.name) : [];
  } catch {
    return [];
  }
}

function keep(list) {
  localStorage.setItem(KEY, JSON.stringify(list.slice(0, MOST)));
}

/** Remember somebody, who comes first from now on; what is not said of her stays as it was. */
export function remember({ name, animal, colour }) {
  const known = people(), same = one => one.name.toLowerCase() === name.toLowerCase();
  const before = known.find(same) ?? {};
  keep([{ ...before, name, ...(animal && { animal }), ...(colour && { colour }) }, ...known.filter(one => !same(one))]);
}

export function forget(name) {
  keep(people().filter(one => one.name !== name));
}

/** A row of faces to tap; each can be forgotten by one tap. */
export function offer(place, chosen, changed = () => {}) {
  const { forget: words, faces } = place.dataset;
  const known = people();
  place.hidden = !known.length;
  place.replaceChildren(...known.map(one => {
    const chip = document.createElement("span"), pick = document.createElement("button");
    chip.className = "person";
    pick.type = "button";
    pick.append(Object.assign(new Image(36, 36), { src: `${faces}${one.animal || "mouse"}.svg`, alt: "" }), one.name);
    pick.addEventListener("click", () => chosen(one, pick));
    const away = document.createElement("button");
    away.type = "button";
    away.className = "forget";
    away.textContent = "×";
    away.setAttribute("aria-label", words.replace("{name}", one.name));
    away.addEventListener("click", () => { forget(one.name); offer(place, chosen, changed); changed(); });
    chip.append(pick, away);
    return chip;
  }));
}
