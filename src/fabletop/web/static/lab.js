// The lab: whenever something else is chosen, listen to the figures of that instead.

const find = id => document.getElementById(id);
const choice = find("choice"), figures = find("figures"), said = find("said"), first = said.textContent;
let source = null;

function watch() {
  const query = new URLSearchParams(new FormData(choice)).toString();
  history.replaceState(null, "", `?${query}`);
  for (const field of document.querySelectorAll("input[name=to]")) field.value = field.value.replace(/[?].*|$/, location.search);
  source?.close();
  said.textContent = first;
  figures.classList.add("old");
  source = new EventSource(`${location.pathname}/watch?${query}`);
  const mine = source;
  mine.addEventListener("message", event => {
    const told = JSON.parse(event.data);
    if (told.html) {
      figures.innerHTML = told.html;
      figures.classList.remove("old");
      keep.hidden = false;
      if (!told.say) said.textContent = "";
    }
    if (told.say) said.textContent = told.say;
  });
  mine.addEventListener("end", () => mine.close());
}

/** Seats that nobody sits in ask for no player. */
function seats() {
  for (const line of choice.querySelectorAll("[data-seat]")) line.hidden = Number(line.dataset.seat) > Number(choice.elements.seats.value);
}

/** What is chosen now, in words: it stands above what is kept. */
function chosen() {
  const told = [];
  for (const field of choice.elements) {
    if (!field.name || field.closest("[hidden]")) continue;
    const words = field.labels?.[0];  // a name in bold has its explanation beside it
    const label = (words?.querySelector("strong") ?? words?.querySelector("span"))?.textContent.trim() ?? field.name;
    if (field.type === "checkbox") { if (field.checked) told.push(label); }
    else if (field.type !== "radio" || field.checked) told.push(`${label}${/[?;]$/.test(label) ? "" : ":"} ${field.selectedOptions?.[0]?.text ?? field.value}`);
  }
  return told.join(" · ");
}

const keep = find("keep"), kept = find("kept");
keep.addEventListener("click", () => {
  kept.hidden = !kept.hidden;
  if (!kept.hidden) {
    const line = document.createElement("p");
    line.className = "small";
    line.textContent = chosen();
    kept.replaceChildren(line, ...Array.from(figures.childNodes, node => node.cloneNode(true)));
    for (const part of kept.querySelectorAll("[id]")) part.removeAttribute("id");
  }
  figures.parentElement.classList.toggle("two", !kept.hidden);
  keep.textContent = kept.hidden ? keep.dataset.keep : keep.dataset.drop;
});

choice.addEventListener("change", () => { seats(); watch(); });
choice.addEventListener("submit", event => { event.preventDefault(); watch(); });
addEventListener("pagehide", () => source?.close());
watch();
