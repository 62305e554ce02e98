// The rules beside the table are fetched when somebody opens them.

export function rulesOnDemand(rules) {
  rules.addEventListener("toggle", async () => {
    if (!rules.open || rules.dataset.loaded) return;
    const answer = await fetch(rules.dataset.src);
    if (answer.ok) {
      rules.querySelector(".rules-text").innerHTML = await answer.text();
      rules.dataset.loaded = "yes";
    }
  });
}
