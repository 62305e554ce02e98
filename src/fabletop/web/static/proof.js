// Checks the dice of a finished game against this device's own receipts: a verifier that shares nothing with the table.

import { bytes, headed, hex, LENGTH, logKey, NOTHING, outcome, pooled, step, tag } from "./links.js";
import { sha256 } from "./sha256.js";

class Wrong extends Error {}
const must = (fine, why) => { if (!fine) throw new Wrong(why); };

/** {rolls, wrong, why, mine, fixed, word, unused, silent, linked, fingerprint}; rolls have every number on the way. */
export function audit(proof, receipts) {
  const T = tag(proof.table), seed = bytes(proof.seed), key = logKey(seed, T);
  const rolls = [], shakes = [], known = new Map(), ofSeat = new Map(), acts = [];
  let awake = new Set(), slept = new Set(), head = NOTHING, pool = NOTHING, drawn = 0, lines = 0, threw = null; // who has thrown just now

  function sit(device, anchor, seats) {
    must(device === known.size + 1, "devices are not numbered as they sat down");
    known.set(device, { i: 0, link: anchor, anchor, seats, line: lines, since: shakes.length });
    const before = new Set(seats.map(seat => ofSeat.get(seat)));
    for (const seat of seats) ofSeat.set(seat, device);
    const sitting = new Set(ofSeat.values());
    awake = new Set([...awake, device].filter(one => !before.has(one) || sitting.has(one)));
  }

  function shake(thrower, n, via, links, silent) {
    must(n === shakes.length + 1, "a shake is missing or too many");
    must(!via || via === ofSeat.get(thrower), "another has thrown");
    wake(thrower, via);
    const asked = [...links.map(([device]) => device), ...silent].sort((a, b) => a - b);
    must(String(asked) === String([...awake].sort((a, b) => a - b)), "who was awake is not who was asked");
    const from = links.map(([device, i, link]) => {
      const last = known.get(device);
      must(i === n - last.since && i <= LENGTH, `a link is not the one for shake ${n}`);
      let value = bytes(link);
      for (let k = i; k > last.i; k--) value = step(T, value);
      must(hex(value) === last.link, `a link is not of the chain of device ${device}`);
      const way = { device, anchor: last.anchor, seats: last.seats, before: last.link, had: last.i, i, link };
      Object.assign(last, { i, link });
      return way;
    });
    const before = hex(pool), missing = [...silent, ...[...slept].filter(device => !awake.has(device))];
    silent.forEach(device => awake.delete(device));
    slept.clear();
    pool = pooled(T, pool, n, links);
    drawn = 0;
    shakes.push({ n, from, before, silent: missing, missing: missing.map(device => known.get(device).seats), line: lines, head: hex(head), given: new Map(links.map(([d, i]) => [d, i])) });
  }

  function chance(act, shaken) {
    const odds = proof.odds[rolls.length], thrower = proof.throwers[rolls.length];
    must(odds, "chance acted where it was not to");
    const further = acts.at(-1)?.by === "chance" && (thrower === null || proof.one_throw && threw === thrower);
    must(further === !shaken.length, "the cup was shaken once too often, or not at all");
    if (shaken.length) shake(thrower, ...shaken);
    threw = thrower;
    const made = outcome(seed, T, shakes.length, drawn, pool, odds);
    rolls.push({ act, odds, drawn: drawn++, pool: hex(pool), shake: shakes.at(-1), ...made });
    must(made.act === act, "");
  }

  /** Whoever acts is awake; whoever lets a device sleep while its seat acts may have chosen so. */
  function wake(seat, via) {
    if (via) awake.add(via);
    else if (ofSeat.has(seat)) slept.add(ofSeat.get(seat));
  }

  /** Somebody has decided, or taken it back: with the device that sits there, or with none. */
  function decide(seat, via) {
    must(!via || via === ofSeat.get(seat), "a decision by a device that does not sit there");
    wake(seat, via);
    threw = null;
  }

  function fold(line) {
    const [by, ...rest] = line;
    if (by === "sit") sit(...rest);
    else if (by === "undo") {
      must(acts.length && acts.at(-1).by !== "chance" && rest[0] === acts.length - 1, "more than a decision went back");
      decide(acts.pop().by, rest[1]);
    } else {
      if (by === "chance") chance(rest[0], rest.slice(1));
      else decide(by, rest[1]);
      acts.push({ by });
    }
    head = headed(T, key, head, ++lines, line);
  }

  /** What this device can say of the outcomes of shake n. */
  function kind(n) {
    const since = [];
    for (let at = n - 1; at >= 0; at--) {
      const one = shakes[at];
      if (mine.some(device => one.given.has(device))) {
        const others = since.flatMap(later => [...later.given.keys()]);
        return !since.length ? "mine" : others.every(d => known.get(d).line < one.line) ? "fixed" : "word";
      }
      since.push(one);
    }
    return "word";
  }

  function compare({ device, mine, gave, told = [], commitment, table }) {
    must(table === proof.table && commitment === hex(sha256(seed)), "another promise was made");
    must(known.get(device)?.anchor === mine, `device ${device} is another one`);
    const noted = new Map(gave.map(([n, i, past]) => [n, [i, past]]));
    for (const { n, given, head } of shakes) {
      if (!given.has(device)) continue;
      must(noted.get(n)?.[0] === given.get(device), `the link of shake ${n} was never given`);
      must(noted.get(n)[1] === head, `the past was changed after the link of shake ${n}`);
    }
    for (const [k, act] of told) {
      const [by, made] = proof.lines[k - 1] ?? ["sit"], ply = by !== "sit" && by !== "undo";
      must(ply && (act === made || act === `${made.split(" ")[0]} ?`), `${act} was told as line ${k} of the log`);
    }
    return gave.filter(([n]) => !shakes[n - 1]?.given.has(device)).length;
  }

  const mine = receipts.filter(one => one.device).map(one => one.device);
  let wrong = null, why = "", unused = 0;
  try {
    proof.lines.forEach(fold);
    for (const receipt of receipts.filter(one => one.device)) unused += compare(receipt);
  } catch (error) {
    why = error instanceof Wrong ? error.message : "it is not understood";
    wrong = rolls.length;
  }
  for (const roll of rolls) roll.kind = kind(roll.shake.n);
  const count = wanted => rolls.filter(roll => roll.kind === wanted).length;
  return {
    rolls, wrong, why, unused, took_part: mine.length > 0,
    mine: count("mine"), fixed: count("fixed"), word: count("word"),
    linked: rolls.filter(roll => roll.shake.given.size).length,
    silent: rolls.filter(roll => roll.kind !== "word" && roll.shake.silent.length).length,
    fingerprint: hex(head),
  };
}

/** Does the seed keep the promise that this device has noted, or else the one the table shows now? */
export const promised = (proof, receipts) =>
  hex(sha256(bytes(proof.seed))) === (receipts.at(-1)?.commitment ?? proof.commitment);
