// Play without reading: signs instead of words, where this device plays so.  The words stay for screen readers.

const find = id => document.getElementById(id);
export const wordless = document.documentElement.classList.contains("pictures");

/** Shows what a state of the table says, as signs. */
export function signing(game) {
  const folder = new URL(`../../sign/${import.meta.url.split("/").at(-2)}/${game}/`, import.meta.url).href;
  const image = name => Object.assign(new Image(), { src: `${folder}${name}.svg`, alt: "", className: "sign" });

  function fill(row, names) {
    if (row.dataset.signs === names.join(" ")) return;
    row.dataset.signs = names.join(" ");
    row.replaceChildren(...names.map(image));
  }

  function put(button, names) {
    const word = Object.assign(document.createElement("span"), { className: "word", textContent: button.textContent });
    button.replaceChildren(...names.map(image), word);
  }

  return state => {
    if (!wordless) return;
    fill(find("sign"), state.signs);
    for (const button of find("buttons").querySelectorAll("button:not(:has(.word))")) {
      put(button, button.id === "hand-on" ? ["cover"] : state.pictures[button.value] ?? ["hand"]);
    }
    if (state.cover === null) return;
    fill(find("cover-sign"), state.signs.slice(0, 1));
    if (!find("lift").querySelector(".word")) put(find("lift"), ["look"]);
  };
}
