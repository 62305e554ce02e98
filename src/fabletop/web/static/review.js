// Luck or skill: how far the review is, then the curve; touch a moment and the board shows it.

const find = id => document.getElementById(id);
const url = find("main").dataset.url, slider = find("ply"), story = find("story"), form = find("what-if");

function go(ply) {
  slider.value = ply;
  slider.dispatchEvent(new Event("input"));
}

/** The ply under a point of the curve. */
function touched(curve, event) {
  const box = curve.getBoundingClientRect(), scale = curve.viewBox.baseVal.width / box.width;
  const at = ((event.clientX - box.left) * scale - Number(curve.dataset.left)) / Number(curve.dataset.step);
  return Math.min(Number(curve.dataset.last), Math.max(0, Math.round(at)));
}

function shown(ply) {
  const curve = story.querySelector(".curve"), cursor = curve?.querySelector("#cursor");
  cursor?.setAttribute("transform", `translate(${Number(curve.dataset.left) + ply * Number(curve.dataset.step)} 0)`);
  form.elements.ply.value = ply;
  form.querySelector("button").disabled = ply >= Number(slider.max);
  for (const link of story.querySelectorAll("a[data-ply]")) link.classList.toggle("here", Number(link.dataset.ply) === ply);
}

let held = false;
story.addEventListener("pointerdown", event => {
  const curve = event.target.closest(".curve"), mark = event.target.closest("g[data-ply]");
  if (!curve) return;
  held = !mark && event.pointerType === "mouse";
  go(mark ? Number(mark.dataset.ply) : touched(curve, event));
});
story.addEventListener("pointermove", event => {
  const curve = event.target.closest(".curve");
  if (held && curve) go(touched(curve, event));
});
addEventListener("pointerup", () => { held = false; });
story.addEventListener("click", event => {
  const link = event.target.closest("a[data-ply]");
  if (!link) return;
  event.preventDefault();
  if (link.dataset.seat && form.elements.as) form.elements.as.value = link.dataset.seat;
  go(Number(link.dataset.ply));
  find("status").scrollIntoView({ block: "nearest" });
});
slider.addEventListener("shown", event => shown(event.detail));
shown(Number(slider.value));

if (!story.querySelector(".curve")) {
  const source = new EventSource(`${url}/review/watch`), doing = find("doing"), done = find("done");
  source.addEventListener("message", event => {
    const told = JSON.parse(event.data);
    if (told.share !== undefined) done.value = told.share;
    if (told.say !== undefined) doing.textContent = told.say;
    if (told.html) {
      story.innerHTML = told.html;
      done.remove();
      shown(Number(slider.value));
    }
  });
  source.addEventListener("end", () => { source.close(); done.remove(); });
  addEventListener("pagehide", () => source.close());
}
