// Setting up without reading: who sits there is a picture, and a tap on it changes it.

const PICTURES = { here: "person", nobody: "nobody" };

for (const select of document.querySelectorAll("select[name^=kind]")) {
  const usual = [...select.options].find(option => option.defaultSelected && !["here", "elsewhere", "nobody"].includes(option.value))
    ?? [...select.options].find(option => !["here", "elsewhere", "nobody"].includes(option.value));
  const round = [...select.options].map(option => option.value).filter(kind => kind in PICTURES || kind === usual?.value);
  const button = Object.assign(document.createElement("button"), { type: "button", className: "kind" });
  const image = Object.assign(new Image(64, 64), { alt: "" }), word = document.createElement("span");
  const folder = document.querySelector(".go .sign").getAttribute("src").replace(/[^/]+$/, "");
  word.className = "word";
  button.append(image, word);
  function settle() {
    image.src = `${folder}${PICTURES[select.value] ?? "robot"}.svg`;
    word.textContent = select.selectedOptions[0]?.textContent ?? "";
  }
  button.addEventListener("click", () => {
    select.value = round[(round.indexOf(select.value) + 1) % round.length];
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  select.addEventListener("change", settle);
  select.after(button);
  addEventListener("pageshow", settle);
  settle();
}
