// The sums of dice protocol 2, as docs/dice.md says them: chains, the pool, outcomes, the head of the log.

import { hmac, sha256 } from "./sha256.js";

export const LENGTH = 4096; // links of a chain
export const NOTHING = new Uint8Array(32);
const WORD = 1n << 64n;
const utf8 = new TextEncoder();

export const hex = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");
export const bytes = digits => Uint8Array.from(digits.match(/../g) ?? [], pair => parseInt(pair, 16));
export const text = words => utf8.encode(words);

function u32(number) {
  const four = new Uint8Array(4);
  new DataView(four.buffer).setUint32(0, number);
  return four;
}

function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  return all;
}

const use = number => Uint8Array.of(number); // each use of a hash begins with a byte of its own
const sha = (...parts) => sha256(joined(parts));
const mac = (key, ...parts) => hmac(key, joined(parts));

export const tag = table => sha(text("fabletop dice 2:"), text(table)).slice(0, 16);
export const step = (tag, link) => sha(use(1), tag, link);

/** Link i of the chain of a root; number 0 is the anchor. */
export function chain(tag, root) {
  const values = new Uint8Array(32 * (LENGTH + 1));
  let value = root;
  for (let i = LENGTH; ; i--) {
    values.set(value, 32 * i);
    if (i === 0) return i => values.subarray(32 * i, 32 * i + 32);
    value = step(tag, value);
  }
}

export function pooled(tag, pool, n, links) {
  const given = [...links].sort(([a], [b]) => a - b).flatMap(([device, , link]) => [u32(device), bytes(link)]);
  return sha(use(2), tag, pool, u32(n), ...given);
}

export function number(seed, tag, n, drawn, attempt, pool) {
  const digest = mac(seed, use(3), tag, u32(n), u32(drawn), u32(attempt), pool);
  return new DataView(digest.buffer).getBigUint64(0);
}

/** What chance does, with the numbers on the way: {number, total, rest, act, attempt}. */
export function outcome(seed, tag, n, drawn, pool, odds) {
  const total = Object.values(odds).reduce((sum, weight) => sum + BigInt(weight), 0n);
  let found, attempt = 0;
  do found = number(seed, tag, n, drawn, attempt++, pool); while (found >= WORD - WORD % total);
  let left = found % total;
  const act = Object.keys(odds).sort((a, b) => a < b ? -1 : 1).find(act => (left -= BigInt(odds[act])) < 0n);
  return { number: found, total, rest: found % total, act, attempt: attempt - 1 };
}

export const logKey = (seed, tag) => mac(seed, use(5), tag);
export const headed = (tag, key, head, k, line) =>
  sha(use(6), tag, head, mac(key, use(4), tag, u32(k), text(JSON.stringify(line))));
