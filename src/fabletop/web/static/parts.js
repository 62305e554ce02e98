// Choosing by parts (docs/drawing.md): a tile and its partner, the dice to roll again, a hedge and then its way.
// No tap is wrong: a second one takes a part back, and a part that does not go with the others replaces them.

/** Makes a button of something on the board. */
export function button(place, label) {
  place.setAttribute("role", "button");
  place.setAttribute("tabindex", "-1"); // of a whole board one is a tab stop: see keys.js
  if (label) place.setAttribute("aria-label", label);
}

function holds(words, wanted) {
  const left = [...words];
  return wanted.every(word => left.includes(word) && left.splice(left.indexOf(word), 1));
}

export function choosing(board, play) {
  let labels = new Map(), legal = [], chosen = [], known = {};
  const all = name => [...board.querySelectorAll(`[data-${name}]`)];

  /** What may be done now, in words: [[action, label]] and {part: [label, what is asked next]}. */
  function ready(acts, names = {}) {
    labels = new Map(acts);
    known = names;
    const ends = new Set(all("finish").map(end => end.dataset.finish));
    if (!ends.size) ends.add("");
    legal = [...ends].flatMap(end => acts.map(([act]) => act)
      .filter(act => !end || act.endsWith(` ${end}`))
      .map(act => ({ act, end, words: (end ? act.slice(0, -end.length - 1) : act).split(" ") })));
    chosen = [];
    for (const part of all("part")) button(part, names[part.dataset.part]?.[0]);
    offer();
  }

  /** The words of an action that has these parts; the verb, with which they all begin, once. */
  function words(parts) {
    const each = parts.map(part => part.dataset.part.split(" "));
    return [each[0][0], ...each.flatMap(([, ...own]) => own)];
  }

  const together = parts => legal.some(one => holds(one.words, words(parts)));

  function made(end) {
    if (!chosen.length) return null;
    const wanted = words(chosen);
    return legal.find(one => one.end === end && one.words.length === wanted.length && holds(one.words, wanted))?.act;
  }

  function offer() {
    for (const part of all("part")) part.setAttribute("aria-pressed", String(chosen.includes(part)));
    const where = chosen.at(-1)?.getAttribute("transform").match(/translate\([^)]*\)/)[0];
    if (where) for (const ways of board.querySelectorAll(".ways")) ways.setAttribute("transform", where);
    for (const end of all("finish")) {
      const act = made(end.dataset.finish);
      end.setAttribute("display", act ? "inline" : "none");
      if (act) end.dataset.action = act; else delete end.dataset.action;
      button(end, labels.get(act));
    }
  }

  /** Takes a part, or takes it back; what is complete and needs no finish is played. */
  function tap(part, byKey) {
    const others = chosen.filter(other => other !== part);
    if (others.length < chosen.length) chosen = others;
    else chosen = together([...chosen, part]) ? [...chosen, part] : [part];
    offer();
    const act = all("finish").length ? null : made("");
    if (act) play(act);
    else if (byKey) board.querySelector(".ways [data-action]")?.focus();
  }

  function letGo() {
    chosen.at(-1)?.focus();
    chosen = [];
    offer();
  }

  /** What is asked now that something has been chosen, if it is something new. */
  const asks = () => known[chosen.at(-1)?.dataset.part]?.[1] ?? "";

  return { ready, tap, letGo, asks };
}
