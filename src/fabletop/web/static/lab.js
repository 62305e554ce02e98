// The lab: whenever something else is chosen, listen to the figures of that instead.

const find = id => document.getElementById(id);
const choice = find("choice"), figures = find("figures"), said = find("said"), first = said.textContent;
let source = null;

function watch() {
  const query = new URLSearchParams(new FormData(choice)).toString();
  history.replaceState(null, "", `?${query}`);
  for (const field of document.querySelectorAll("input[name=to]")) field.value = location.pathname + location.search;
  source?.close();
  said.textContent = first;
  figures.classList.add("old");
  source = new EventSource(`/lab/${choice.dataset.game}/watch?${query}`);
  const mine = source;
  mine.addEventListener("message", event => {
    const told = JSON.parse(event.data);
    if (told.html) {
      figures.innerHTML = told.html;
      figures.classList.remove("old");
      if (!told.say) said.textContent = "";
    }
    if (told.say) said.textContent = told.say;
  });
  mine.addEventListener("end", () => mine.close());
}

choice.addEventListener("change", watch);
choice.addEventListener("submit", event => { event.preventDefault(); watch(); });
addEventListener("pagehide", () => source?.close());
watch();
