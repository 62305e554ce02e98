// One calm sentence about the dice of a finished game, said by this device.

import { audit, promised } from "./proof.js";
import { receipts } from "./receipt.js";
import { checkOld } from "./olddice.js";

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** What this device says of a proof that is to be one of this table: {mark: "good" | "plain" | "bad", sentences, report} */
export function verdict(proof, texts, table) {
  const kept = receipts(table), other = why => ({ mark: "bad", sentences: [filled(texts.changed, { why })] });
  if (proof.table !== table) return other("these are another table's dice");
  if (!promised(proof, kept)) return { mark: "bad", sentences: [texts.promise] };
  if (proof.protocol !== 2 && kept.length) return other("its dice were of another kind");
  if (proof.protocol === 1) return checkOld(proof, texts);
  const report = audit(proof, kept), values = { ...report, rolls: report.rolls.length, checked: report.mine + report.fixed };
  const say = (name, more) => filled(texts[name], { ...values, ...more });
  const bad = sentence => ({ mark: "bad", sentences: [sentence], report });
  if (report.wrong !== null) return bad(report.why ? say("changed") : say("wrong", { roll: report.wrong }));
  if (!report.linked) return { mark: "plain", sentences: [say("fair_word")], report };
  if (!report.took_part) return { mark: "plain", sentences: [say("fair_watched")], report };
  const sentences = [say(report.word ? "fair_part" : "fair")];
  if (report.fixed && !report.word) sentences.push(say("fair_hand"));
  if (report.silent) sentences.push(say("fair_silent", { count: report.silent }));
  if (report.unused) sentences.push(say("unused", { count: report.unused }));
  const all = !report.word && !report.unused && !report.silent; // only then nobody could choose anything
  return { mark: all ? "good" : "plain", sentences, report };
}

/** Also where nothing can be understood. */
function judged(proof, texts, table) {
  try { return verdict(proof, texts, table); } catch {
    return { mark: "bad", sentences: [filled(texts.changed, { why: "it is not understood" })] };
  }
}

/** Fetch the proof of a table, check it, and say so in a place of the page. */
export async function sayFair(url, texts, place) {
  const answer = await fetch(`${url}/dice.json`);
  if (!answer.ok) return null;
  const proof = await answer.json(), found = judged(proof, texts, url.split("/").at(-1));
  place.className = `fair ${found.mark}`;
  place.textContent = found.sentences.join(" ");
  place.hidden = false;
  return { proof, ...found };
}
