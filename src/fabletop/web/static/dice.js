// The page of a table's dice: what this device has given, its check at the end, and every number of any roll.

import { sayFair } from "./fair.js";
import { published, receipts } from "./receipt.js";

const find = id => document.getElementById(id);
const { texts, names, faces } = JSON.parse(find("state").textContent);
const main = find("main"), url = main.dataset.url, over = main.dataset.over === "true";
const kept = receipts(main.dataset.table).filter(one => one.device);
const SVG = "http://www.w3.org/2000/svg";
const WIDEST = 20; // letters of a line in the picture

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const who = seats => seats.map(seat => names[seat]).join(", ");
/** What came, without the verb of the record: a face of a die by its name, a card as it is written. */
const outcome = act => act.split(" ").slice(1).map(one => faces[one] ?? one).join(" ") || act;

if (kept.length) {
  find("given").textContent = filled(texts.given, { count: kept.reduce((sum, one) => sum + one.gave.length, 0) });
  const saved = find("saved");
  saved.replaceChildren(...kept.map(one => {
    const link = document.createElement("a");
    const body = new Blob([JSON.stringify(published(one), null, 1)], { type: "application/json" });
    link.href = URL.createObjectURL(body);
    link.download = `receipt-${one.table}-${one.device}.json`;
    link.className = "button";
    link.textContent = saved.dataset.label;
    return link;
  }));
}

/** The words of a name in lines that do not reach into the next thing of the picture. */
const inLines = label => label.split(" ").reduce((lines, word) => {
  const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
  return lines.length && longer.length > WIDEST ? [...lines, word] : [...lines.slice(0, -1), longer];
}, []);

function words(x, y, said, kind = "") {
  const text = document.createElementNS(SVG, "text");
  text.textContent = said;
  for (const [name, value] of Object.entries({ x, y, class: kind })) text.setAttribute(name, value);
  return text;
}

/** One thing of the picture: a circle with a number, a name below. */
function bead(x, y, digits, label, kind) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `bead ${kind}`);
  const circle = document.createElementNS(SVG, "circle");
  for (const [name, value] of Object.entries({ cx: x, cy: y, r: 30 })) circle.setAttribute(name, value);
  const below = inLines(label).map((line, number) => words(x, y + 44 + 12 * number, line, "below"));
  group.append(circle, words(x, y + 5, digits), ...below);
  return group;
}

function string(x, y, to, down, label = "") {
  const group = document.createElementNS(SVG, "g"), line = document.createElementNS(SVG, "path");
  line.setAttribute("d", `M${x} ${y} C${(x + to) / 2} ${y} ${(x + to) / 2} ${down} ${to} ${down}`);
  line.setAttribute("class", "string");
  group.append(line);
  if (label) group.append(words((x + to) / 2, y - 36, label, "below"));
  return group;
}

const short = digits => digits.slice(0, 6);

/** The chain of each device, the pool, the seed, the number, the outcome. */
function picture(roll, seed) {
  const rows = Math.max(1, roll.shake.from.length), below = 100 * rows + 40, middle = 40 + 50 * (rows - 1);
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 -16 400 ${below + 96}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", outcome(roll.act));
  roll.shake.from.forEach((from, row) => {
    const y = 40 + 100 * row;
    svg.append(string(90, y, 160, y, filled(texts.hashed, { count: from.i })), string(220, y, 310, middle));
    svg.append(bead(60, y, short(from.anchor), filled(texts.step_anchor, { name: who(from.seats) }), "anchor"));
    svg.append(bead(190, y, short(from.link), filled(texts.step_link, { i: from.i }), "link"));
  });
  svg.append(string(310, middle, 220, below), string(90, below, 160, below), string(220, below, 310, below));
  svg.append(bead(340, middle, short(roll.pool), texts.step_pool, "pool"));
  svg.append(bead(60, below, short(seed), texts.step_seed, "seed"));
  svg.append(bead(190, below, `…${String(roll.number).slice(-4)}`, texts.step_word, "word"));
  svg.append(bead(340, below, String(roll.rest), outcome(roll.act), "face"));
  return svg;
}

function numbers(roll, seed) {
  const list = document.createElement("dl");
  const add = (name, value) => {
    const term = document.createElement("dt"), code = document.createElement("code"), data = document.createElement("dd");
    term.textContent = name;
    code.textContent = value;
    data.append(code);
    list.append(term, data);
  };
  for (const from of roll.shake.from) {
    add(filled(texts.step_anchor, { name: who(from.seats) }), from.anchor);
    add(filled(texts.labelled, { label: who(from.seats), text: filled(texts.step_link, { i: from.i }) }), from.link);
  }
  for (const seats of roll.shake.missing) add(filled(texts.silent_one, { name: who(seats) }), "–");
  add(texts.step_before, roll.shake.before);
  add(texts.step_pool, roll.pool);
  add(texts.step_seed, seed);
  add(texts.step_count, `${roll.shake.n}, ${roll.drawn}, ${roll.attempt}`);
  add(texts.step_word, roll.number);
  add(filled(texts.step_rest, { total: roll.total }), roll.rest);
  add(texts.step_face, roll.act);
  add(texts.step_odds, `${roll.odds[roll.act]} / ${roll.total}`);
  return list;
}

function explore({ proof, report }) {
  const explorer = find("explorer"), slider = find("roll");
  if (!report?.rolls.length) return;
  explorer.hidden = false;
  slider.max = report.rolls.length;
  const show = () => {
    const roll = report.rolls[slider.value - 1];
    const how = { mine: texts.in_hand, fixed: texts.fixed, word: texts.word }[roll.kind];
    const said = { roll: slider.value, rolls: slider.max, outcome: outcome(roll.act), how };
    find("which").textContent = filled(texts.roll_n, said);
    find("picture").replaceChildren(picture(roll, proof.seed));
    find("numbers").replaceChildren(numbers(roll, proof.seed));
  };
  slider.addEventListener("input", show);
  find("print").textContent = report.fingerprint.match(/.{4}/g).join(" ");
  show();
}

if (over) {
  const found = await sayFair(url, texts, find("verdict"));
  if (found) explore(found);
}
