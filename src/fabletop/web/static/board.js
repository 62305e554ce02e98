// The board: puts a new picture in the place of the old one and lets every piece travel from where it was.
// Pieces keep their ids (docs/drawing.md), so it does not matter how the picture is put together.

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Where the origin of a piece is on the screen, and how large a unit is. */
function place(piece) {
  const m = piece.getScreenCTM();
  return m && { x: m.e, y: m.f, scale: Math.hypot(m.a, m.b) || 1 };
}

/** The points of the last move, on the screen: a piece that went this way follows it. */
function trail(svg) {
  const path = svg.querySelector("#last path");
  const m = path?.getScreenCTM();
  const numbers = path?.getAttribute("d").match(/-?[\d.]+/g)?.map(Number) ?? [];
  const points = [];
  if (m) for (let i = 0; i + 1 < numbers.length; i += 2) {
    points.push({ x: m.a * numbers[i] + m.c * numbers[i + 1] + m.e, y: m.b * numbers[i] + m.d * numbers[i + 1] + m.f });
  }
  return points;
}

function swap(board, frame) {
  const old = board.querySelector("svg");
  const fresh = new DOMParser().parseFromString(
    frame.svg ?? `<svg xmlns="http://www.w3.org/2000/svg">${frame.moving}</svg>`, "image/svg+xml").documentElement;
  if (frame.svg || !old) {
    board.replaceChildren(document.importNode(fresh, true));
    return;
  }
  const still = old.querySelector(".still"); // whatever comes after it moves
  while (still.nextSibling) still.nextSibling.remove();
  still.after(...[...fresh.children].map(part => document.importNode(part, true)));
  old.querySelector("title").textContent = decoded(frame.title);
  old.querySelector("desc").textContent = decoded(frame.desc);
  old.setAttribute("role", old.querySelector("[data-action], [data-part]") ? "group" : "img");
}

function decoded(text) {
  return new DOMParser().parseFromString(text ?? "", "text/html").documentElement.textContent;
}

/** Show a frame; the promise is kept when everything has come to rest. */
export async function show(board, frame, ms) {
  const was = new Map();
  for (const piece of board.querySelectorAll(".piece[id]")) was.set(piece.id, place(piece));
  swap(board, frame);
  const svg = board.querySelector("svg");
  if (calm.matches || !svg || ms <= 0 || document.hidden) return;
  const way = trail(svg), moves = [];
  for (const piece of svg.querySelectorAll(".piece[id]")) {
    const from = was.get(piece.id), to = place(piece);
    if (!to) continue;
    if (frame.sound === "roll" && piece.id.startsWith("die")) moves.push(tumble(piece, ms));
    if (!from) {
      moves.push(piece.animate({ opacity: [0, 1] }, { duration: ms * 0.6 }));
    } else if (Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > 1.5) {
      moves.push(travel(piece, from, to, way, ms));
    }
  }
  await Promise.all(moves.map(move => move.finished.catch(() => {})));
}

function travel(piece, from, to, way, ms) {
  const near = (a, b) => a && b && Math.abs(a.x - b.x) + Math.abs(a.y - b.y) < 48 * to.scale;
  const follows = way.length > 2 && near(way[0], from) && near(way.at(-1), to);
  const stops = follows ? way.slice(1, -1) : [];
  const offset = p => `${(p.x - to.x) / to.scale}px ${(p.y - to.y) / to.scale}px`;
  const frames = [from, ...stops, to].map(p => ({ translate: offset(p), easing: "ease-in-out" }));
  piece.parentNode.append(piece); // above the others while it travels
  return piece.animate(frames, { duration: ms * (follows ? Math.min(2.2, 0.6 + 0.22 * stops.length) : 1) });
}

/** A die turns around its own middle: the whole transform is animated, since `rotate` alone would swing it about. */
function tumble(piece, ms) {
  const [x, y] = piece.getAttribute("transform").match(/-?[\d.]+/g);
  const turned = (angle, size) => `translate(${x}px, ${y}px) rotate(${angle}deg) scale(${size})`;
  return piece.animate(
    { transform: [turned(-220, 0.7), turned(26, 1.14), turned(-9, 0.97), turned(0, 1)] },
    { duration: ms, easing: "ease-out" });
}
