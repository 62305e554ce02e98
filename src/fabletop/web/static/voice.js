// Read aloud by the browser's own voice: what happens, what is to be done, what is explained.  Kept on this device.

const find = id => document.getElementById(id);
const synth = window.speechSynthesis;
const COUNTRIES = { en: "en-gb", pt: "pt-pt" };
const RATES = { usual: 1, slow: 0.7 };
const PATIENCE = 1000; // ms for a list of voices to come

/** `say` shows a line where no voice can. */
export function aloud(say, texts) {
  const button = find("aloud"), repeat = find("repeat"), slower = find("slower");
  let on = localStorage.getItem("aloud") === "on", slow = localStorage.getItem("aloud-slow") === "on", last = "";

  /** A voice of the page's language, of the country first that the page is written for; null: there is none. */
  function voice() {
    const own = document.documentElement.lang, at = COUNTRIES[own] ?? own;
    const spoken = (synth?.getVoices() ?? []).filter(one => one.lang.toLowerCase().split(/[-_]/)[0] === own);
    return spoken.find(one => one.lang.replace("_", "-").toLowerCase().startsWith(at)) ?? spoken[0] ?? null;
  }

  function speak(text) {
    if (!text) return;
    last = text;
    if (!on || !voice()) return;
    const said = new SpeechSynthesisUtterance(text);
    Object.assign(said, { voice: voice(), lang: voice().lang, rate: slow ? RATES.slow : RATES.usual });
    synth.speak(said);
  }

  function settle() {
    button.setAttribute("aria-pressed", String(on));
    slower.setAttribute("aria-pressed", String(slow));
    repeat.hidden = slower.hidden = !on;
  }

  /** Some browsers fetch their list of voices only when they are asked for it, and tell when it has come. */
  const fetched = () => synth?.getVoices().length !== 0 || new Promise(done => {
    synth.addEventListener("voiceschanged", done, { once: true });
    setTimeout(done, PATIENCE);
  });

  button.addEventListener("click", async () => {
    await fetched();
    on = !on && Boolean(voice());
    if (!voice()) say(texts.no_voice);
    if (!on) synth?.cancel();
    localStorage.setItem("aloud", on ? "on" : "off");
    settle();
    if (on) speak(find("status").textContent);
  });
  repeat.addEventListener("click", () => { synth?.cancel(); speak(last || find("status").textContent); });
  slower.addEventListener("click", () => {
    slow = !slow;
    localStorage.setItem("aloud-slow", slow ? "on" : "off");
    settle();
    synth?.cancel();
    speak(last);
  });

  // What a screen reader is told is also what is read aloud: each sentence once, in order
  const watch = (node, read) => new MutationObserver(changes => read(changes)).observe(node, { childList: true, characterData: true, subtree: true });
  watch(find("log"), changes => {
    if (changes.some(change => change.removedNodes.length > 1)) return; // a story told anew is not read again
    for (const line of changes.flatMap(change => [...change.addedNodes])) speak(line.textContent);
  });
  for (const id of ["announced", "bubble", "toast"]) {
    const node = find(id);
    watch(node, () => speak([...node.childNodes].map(part => part.textContent).filter(Boolean).join(". ").replaceAll("..", ".")));
  }
  addEventListener("pagehide", () => synth?.cancel());
  synth?.getVoices(); // so that they are there when they are needed
  settle();
}
