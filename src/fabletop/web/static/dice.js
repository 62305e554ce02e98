// Checks every roll of a finished table in this browser: the same sums that the table made (docs/run-a-server.md).

const find = id => document.getElementById(id);
const { texts } = JSON.parse(find("state").textContent);
const text = new TextEncoder();
const hex = buffer => [...new Uint8Array(buffer)].map(byte => byte.toString(16).padStart(2, "0")).join("");
const bytes = digits => Uint8Array.from(digits.match(/../g), pair => parseInt(pair, 16));
const sha = async data => hex(await crypto.subtle.digest("SHA-256", data));
const WORD = 1n << 64n;

async function outcome(key, table, ply, mix, weights) {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  const limit = WORD - WORD % total;
  for (let attempt = 0; ; attempt++) {
    const digest = await crypto.subtle.sign("HMAC", key, text.encode(`${table}:${ply}:${mix}:${attempt}`));
    const number = new DataView(digest).getBigUint64(0);
    if (number >= limit) continue;
    let left = number % total;
    return weights.findIndex(weight => (left -= BigInt(weight)) < 0n);
  }
}

async function check() {
  const verdict = find("verdict");
  if (!crypto.subtle) { verdict.textContent = "fabletop verify"; return; }
  const proof = await (await fetch(`/t/${find("main").dataset.table}/dice.json`)).json();
  if (await sha(bytes(proof.seed)) !== proof.commitment) { verdict.textContent = texts.promise; return; }
  const key = await crypto.subtle.importKey("raw", bytes(proof.seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  let mix = await sha(text.encode(`fabletop:${proof.commitment}`)), rolls = 0;
  for (const { ply, salt, weights, outcome: happened } of proof.plies) {
    if (salt) mix = await sha(text.encode(`${mix}:${salt}`));
    if (!weights) continue;
    rolls += 1;
    if (await outcome(key, proof.table, ply, mix, weights) !== happened) {
      verdict.textContent = texts.wrong.replace("{ply}", ply);
      return;
    }
  }
  verdict.textContent = texts.honest.replace("{rolls}", rolls);
}

find("check").addEventListener("click", check);
