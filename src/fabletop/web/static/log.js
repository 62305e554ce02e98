// The log beside the board: the newest sentence is seen, and what is cut off above fades out.

/** `tell` adds a sentence, `anew` begins with these. */
export function telling(log) {
  const box = log.parentElement;

  function tell(sentence) {
    if (!sentence) return;
    const line = document.createElement("li");
    line.textContent = sentence;
    log.append(line);
    scrollDown();
  }

  /** A long sentence is seen from its beginning. */
  function scrollDown() {
    box.scrollTop = Math.min(log.scrollHeight, log.lastElementChild?.offsetTop ?? 0);
    fade();
  }

  function fade() {
    const whole = [...log.children].some(line => Math.abs(line.offsetTop - box.scrollTop) < 2);
    box.classList.toggle("cut", !whole);
  }

  function anew(sentences = []) {
    log.replaceChildren();
    sentences.forEach(tell);
  }

  box.addEventListener("scroll", fade);
  scrollDown();
  return { tell, anew };
}
