// The dice of old tables (protocol 1): seed and record agree.

import { bytes, hex, text } from "./links.js";
import { hmac, sha256 } from "./sha256.js";

const WORD = 1n << 64n;
const sha = words => hex(sha256(text(words)));

function outcome(seed, table, ply, mix, weights) {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  for (let attempt = 0; ; attempt++) {
    const digest = hmac(seed, text(`${table}:${ply}:${mix}:${attempt}`));
    const number = new DataView(digest.buffer).getBigUint64(0);
    if (number >= WORD - WORD % total) continue;
    let left = number % total;
    return weights.findIndex(weight => (left -= BigInt(weight)) < 0n);
  }
}

export function checkOld(proof, texts) {
  let mix = sha(`fabletop:${proof.commitment}`), rolls = 0;
  for (const [index, { by, act, salt }] of proof.plies.entries()) {
    if (salt) mix = sha(`${mix}:${salt}`);
    if (by !== -1) continue;
    const odds = proof.odds[rolls++];
    const chosen = outcome(bytes(proof.seed), proof.table, index + 1, mix, Object.values(odds));
    if (Object.keys(odds)[chosen] !== act) {
      return { mark: "bad", sentences: [texts.wrong.replace("{roll}", rolls)] };
    }
  }
  return { mark: "plain", sentences: [texts.honest.replace("{rolls}", rolls), texts.old] };
}
