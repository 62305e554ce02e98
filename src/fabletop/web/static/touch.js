// Every tap is felt at once, whatever it comes to: a ring where the finger was, and what was pressed lights up until
// the table answers.

const LONG = 450; // milliseconds
const FINGER = 44; // pixels: whatever is smaller can be pressed as if it were so large

/** What a press on a board means: what lies there; or for a finger, which is no point, the nearest small thing that can
 *  be pressed, within a finger's width. */
export function meant(board, event, can) {
  const place = event.target.closest(can), near = [];
  if (place || !["touch", "pen"].includes(event.pointerType)) return place;
  for (const one of board.querySelectorAll(can)) {
    const { x, y, width, height } = one.getBoundingClientRect();
    const dx = Math.abs(event.clientX - x - width / 2), dy = Math.abs(event.clientY - y - height / 2);
    const small = width && Math.min(width, height) < FINGER;
    if (small && 2 * dx <= Math.max(FINGER, width) && 2 * dy <= Math.max(FINGER, height)) near.push([dx * dx + dy * dy, one]);
  }
  return near.sort(([a], [b]) => a - b)[0]?.[1] ?? null;
}

/** Rings on a board. */
export function feeling(board) {
  board.addEventListener("pointerdown", ({ clientX, clientY }) => {
    const { left, top } = board.getBoundingClientRect(), ring = document.createElement("span");
    ring.className = "felt";
    ring.style.left = `${clientX - left + board.offsetLeft}px`;
    ring.style.top = `${clientY - top + board.offsetTop}px`;
    board.after(ring);
    setTimeout(() => ring.remove(), LONG);
  });
}

export const light = node => node?.classList.add("pressed");
export const lightsOut = () => { for (const node of document.querySelectorAll(".pressed")) node.classList.remove("pressed"); };
