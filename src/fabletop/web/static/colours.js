// Setting up: everybody's colour and shape; what another has chosen cannot be chosen again.

const form = document.querySelector("form.setup");
const rows = [...form.querySelectorAll(".rows li")].map(row => ({
  row, seat: Number(row.dataset.seat), chosen: row.querySelector("[name^=colour]"),
  badge: row.querySelector("summary .badge"), buttons: [...row.querySelectorAll("[data-colour]")],
}));

/** Each seat's colour as the server will see it: chosen, its own number's, or the first that is left. */
function colours(lines) {
  const found = [];
  for (const line of lines) found.push(line.chosen.value && !found.includes(line.chosen.value) ? line.chosen.value : null);
  lines.forEach((line, i) => { found[i] ??= found.includes(String(i)) ? null : String(i); });
  const left = ["0", "1", "2", "3", "4", "5"].filter(colour => !found.includes(colour));
  return found.map(colour => colour ?? left.shift());
}

function sync() {
  const sitting = rows.filter(line => line.row.querySelector("[name^=kind]").value !== "nobody");
  const own = colours(sitting);
  sitting.forEach((line, i) => {
    line.badge.innerHTML = line.buttons[own[i]].querySelector("svg").innerHTML;
    for (const button of line.buttons) {
      const colour = button.dataset.colour;
      button.disabled = sitting.some(other => other !== line && other.chosen.value === colour);
      button.setAttribute("aria-pressed", String(colour === own[i]));
    }
  });
}

for (const line of rows) {
  for (const button of line.buttons) {
    button.addEventListener("click", () => { line.chosen.value = button.dataset.colour; });
  }
}
form.addEventListener("click", () => setTimeout(sync));
form.addEventListener("change", () => setTimeout(sync));
sync();
