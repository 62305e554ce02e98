// This device at a table's dice: it sits down with a chain of its own, gives a link for each shake of the cup, and
// keeps a receipt of all it gave.  The root of the chain never leaves the device.

import { bytes, chain, hex, LENGTH, tag } from "./links.js";

const KEPT = 30; // tables
const random = count => hex(crypto.getRandomValues(new Uint8Array(count)));
const name = table => `dice:${table}`;

/** All receipts that this browser has of a table: the last one is in use. */
export function receipts(table) {
  try { return JSON.parse(localStorage.getItem(name(table))) ?? []; } catch { return []; }
}

function keep(table, all) {
  const put = () => localStorage.setItem(name(table), JSON.stringify(all));
  if (localStorage.getItem(name(table)) === null) forget(table, KEPT - 1);
  try { put(); } catch { forget(table, KEPT / 2); put(); } // there is no more room
}

/** Of the other tables only the latest stay. */
function forget(table, stay) {
  const others = Object.keys(localStorage).filter(key => key.startsWith("dice:") && key !== name(table));
  const age = key => { try { return JSON.parse(localStorage.getItem(key)).at(-1).at; } catch { return 0; } };
  for (const old of others.sort((a, b) => age(b) - age(a)).slice(stay)) localStorage.removeItem(old);
}

/** A receipt as it is saved: without the root. */
export const published = ({ root, seats, at, since, ...receipt }) => ({ protocol: 2, ...receipt });

/** The device at a table.  `dice` is what the table has said of itself, `post` sends something there. */
export function device(dice, post) {
  let chained = null; // [root, its chain]

  const own = () => receipts(dice.table).at(-1);

  function link(i, root) {
    if (chained?.[0] !== root) chained = [root, chain(tag(dice.table), bytes(root))];
    return hex(chained[1](i));
  }

  /** Sits down, or goes on where it sits: the ply that the table has then reached, 0 if nothing is new, null when it cannot. */
  async function sit() {
    if (dice.protocol !== 2 || !dice.seats.length || dice.over) return 0;
    try {
      let all = receipts(dice.table), mine = all.at(-1);
      const same = mine?.commitment === dice.commitment && String(mine.seats) === String(dice.seats);
      const lasts = dice.shakes - mine?.since < LENGTH;
      if (same && mine.device && mine.mine === dice.sits?.anchor && lasts) return 0;
      if (!same || mine.device) {
        const root = random(32);
        const { table, commitment, seats } = dice;
        mine = { table, commitment, device: 0, mine: link(0, root), gave: [], told: [], root, seats, at: Date.now() };
        keep(dice.table, [...all, mine]);
      }
      const answer = await post("device", { anchor: mine.mine });
      if (!answer.ok) return null;
      const { device, ply, since } = await answer.json();
      all = receipts(dice.table);
      const noted = all.find(one => one.mine === mine.mine);
      if (noted) { Object.assign(noted, { device, since }); keep(dice.table, all); }
      return noted ? ply : null;
    } catch {
      return null; // nothing can be kept here, or nobody is there
    }
  }

  /** The link for shake n: the same when asked again, never for another past.  It is noted before it is sent. */
  function give(n, head) {
    const all = receipts(dice.table), mine = all.at(-1), last = mine?.gave.at(-1);
    if (!mine?.device) return null;
    if (!last || n > last[0]) {
      const i = n - mine.since; // since it sat down: which link it is nobody can choose
      if (!(i >= 1 && i <= LENGTH)) return null;
      mine.gave.push([n, i, head]);
      try { keep(dice.table, all); } catch { return null; }
    }
    const [at, i, past] = mine.gave.at(-1);
    return at === n && past === head ? { device: mine.device, n, i, link: link(i, mine.root), head } : null;
  }

  /** Somebody calls for links. */
  function answer(call) {
    if (!call.devices.includes(own()?.device)) return;
    const given = give(call.n, call.head);
    if (given) post("link", given).catch(() => {});
  }

  /** What this device is told of line k of the log, while the game goes on. */
  function note(k, act) {
    const all = receipts(dice.table), mine = all.at(-1);
    if (!mine?.device || String(mine.seats) !== String(dice.seats)) return;
    mine.told ??= [];
    if (k <= (mine.told.at(-1)?.[0] ?? 0)) return;
    mine.told.push([k, act]);
    try { keep(dice.table, all); } catch { /* then it can say less */ }
  }

  return {
    sit,
    answer,
    note,
    /** What goes with an action: the link with a press on the dice; at old tables a number with everything. */
    with: (act, toss) => dice.protocol === 1 ? { salt: random(16) } : (act === "roll" && toss && give(toss.n, toss.head)) || {},
    /** Has another device taken a seat of ours? */
    moved: ([, anchor, seats]) => seats.some(seat => dice.seats.includes(seat)) &&
      !receipts(dice.table).some(one => one.mine === anchor),
  };
}
