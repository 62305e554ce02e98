// The keyboard: a group of things to press is one tab stop, the arrow keys move among them, and a ring shows where one is.

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const shown = node => node.getClientRects().length > 0;

/** `among()` lists what can be pressed in a group now; `settle()` sees to it that exactly one of them is a tab stop. */
export function arrows(group, among) {
  const all = () => among().filter(shown);
  const middle = node => { const b = node.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };

  function settle(chosen) {
    const nodes = all(), one = chosen ?? nodes.find(node => node === document.activeElement) ?? nodes[0];
    for (const node of group.querySelectorAll("[tabindex='0']")) node.setAttribute("tabindex", "-1");
    one?.setAttribute("tabindex", "0");
  }

  /** The nearest in a direction; what lies aside counts as further away. */
  function beside(from, [dx, dy]) {
    const [x, y] = middle(from);
    let best = null, least = Infinity;
    for (const node of all()) {
      if (node === from) continue;
      const [nx, ny] = middle(node), along = (nx - x) * dx + (ny - y) * dy, aside = Math.abs((nx - x) * dy) + Math.abs((ny - y) * dx);
      const far = along + 2.5 * aside;
      if (along > 1 && far < least) { best = node; least = far; }
    }
    return best;
  }

  group.addEventListener("keydown", event => {
    const from = event.target.closest("[tabindex]");
    if (!from || from === group || event.ctrlKey || event.altKey || event.metaKey) return;
    const nodes = all(), at = nodes.indexOf(from);
    const next = ARROWS[event.key] ? beside(from, ARROWS[event.key]) ?? nodes[at + Math.sign(ARROWS[event.key][0] + ARROWS[event.key][1])]
      : event.key === "Home" ? nodes[0] : event.key === "End" ? nodes.at(-1) : null;
    if (!next) return;
    event.preventDefault();
    settle(next);
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  group.addEventListener("focusin", event => { if (event.target.matches("[tabindex='-1']") && all().includes(event.target)) settle(event.target); });
  return { settle };
}

/** A ring of two tones around what has the focus on the board: seen by day and by night. */
export function ringed(board) {
  const ring = document.createElement("div");
  ring.className = "focus-ring";
  ring.hidden = true;
  board.after(ring);
  const settle = () => {
    const node = document.activeElement;
    ring.hidden = node === board || !board.contains(node) || !node.matches(":focus-visible");
    if (ring.hidden) return;
    const at = node.getBoundingClientRect(), home = ring.offsetParent.getBoundingClientRect();
    Object.assign(ring.style, { left: `${at.x - home.x}px`, top: `${at.y - home.y}px`, width: `${at.width}px`, height: `${at.height}px` });
  };
  for (const event of ["focusin", "focusout"]) board.addEventListener(event, () => requestAnimationFrame(settle));
  new ResizeObserver(settle).observe(board);
}
