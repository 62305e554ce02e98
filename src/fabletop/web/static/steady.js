// What stands around the board stays where it is: a board that becomes smaller (a hand is put down) keeps its room, and
// a long sentence becomes smaller itself.

/** Keep the largest room that the board has needed, until the window changes. */
export function keepRoom(room, board) {
  let most = [0, 0];
  const keep = () => {
    const now = room.getBoundingClientRect();
    most = [Math.max(most[0], now.width), Math.max(most[1], now.height)];
    [room.style.minWidth, room.style.minHeight] = most.map(size => `${size}px`);
  };
  addEventListener("resize", () => {
    room.style.minWidth = room.style.minHeight = "";
    most = [0, 0];
    keep();
  });
  new ResizeObserver(keep).observe(board);
}

const SMALLER = ["", ".9rem", ".8rem"];

/** A line of fixed height shows all of whatever is said in it: in smaller letters, and if that is not enough it takes
 *  room from the bar above it, so that nothing else moves. */
export function fitting(line) {
  const fit = () => {
    line.classList.remove("tall");
    line.style.height = line.style.marginTop = "";
    if (SMALLER.some(size => { line.style.fontSize = size; return line.scrollHeight < line.clientHeight + 3; })) return;
    const { height } = line.getBoundingClientRect(), more = line.scrollHeight - line.clientHeight;
    line.classList.add("tall");
    line.style.height = `${height + more}px`;
    line.style.marginTop = `${-more}px`;
  };
  new MutationObserver(fit).observe(line, { childList: true });
  addEventListener("resize", fit);
  fit();
}
