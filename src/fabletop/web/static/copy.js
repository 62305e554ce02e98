// Copying a text, also where the browser has no clipboard for us: over plain http in the local net.

/** True when the text is on the clipboard; else what stands in `place` is selected, ready to be copied by hand. */
export async function copy(text, place) {
  try {
    await navigator.clipboard.writeText(text); // secure pages only
    return true;
  } catch {
    return copiedByHand(text) || (select(place), false);
  }
}

/** The old way: a field that is selected and copied from. */
function copiedByHand(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "hidden";
  const room = document.querySelector("dialog[open]") ?? document.body; // outside of it nothing can be selected
  room.append(field);
  const had = document.activeElement;
  field.select();
  let copied = false;
  try { copied = document.execCommand("copy"); } catch { /* then by hand */ }
  field.remove();
  had?.focus({ preventScroll: true });
  return copied;
}

export function select(place) {
  if (place) getSelection().selectAllChildren(place);
}
