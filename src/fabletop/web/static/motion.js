// How a thing on the board gets from one place to another: courses, which are pure functions of time, and the
// stand-ins that follow them on the sheet above the board (stage.js; docs/stage.md has the format).

const NS = "http://www.w3.org/2000/svg";
const BREATH = 120; // ms between the arrival and the light that goes on
export const PAGE = /^(role|tabindex|aria-.*)$/; // attributes that the page has added to a drawing

// Curves from 0 to 1, and places, which are four numbers in a transform attribute
const ease = u => u < 0.5 ? 4 * u ** 3 : 1 - (2 - 2 * u) ** 3 / 2, soft = u => (1 - Math.cos(Math.PI * u)) / 2;
const hill = u => 4 * u * (1 - u), mix = (a, b, s) => a + (b - a) * s;
const part = (u, from, to) => Math.min(1, Math.max(0, (u - from) / (to - from)));
/** Draws back by a, goes, swings over by a little less, and settles. */
const swing = (u, a) => u < 0.17 ? -a * soft(u / 0.17)
  : u < 0.8 ? mix(-a, 1 + 0.6 * a, soft(part(u, 0.17, 0.8))) : mix(1 + 0.6 * a, 1, soft(part(u, 0.8, 1)));

function place(node) {
  const said = node.getAttribute("transform") ?? "";
  const read = name => said.match(`${name}\\(([^)]*)`)?.[1].trim().split(/[\s,]+/).map(Number) ?? [];
  const [x = 0, y = 0] = read("translate"), [turn = 0] = read("rotate"), [size = 1] = read("scale");
  return { x, y, turn, size };
}
const between = (a, b, s) => Object.fromEntries(["x", "y", "turn", "size"].map(key => [key, mix(a[key], b[key], s)]));
const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

// Courses; `at(u)` is where the thing is, u from 0 to 1; `steps` are the times at which a foot is set down

/** Square by square: each step is a hop that squeezes the figure where it sets off and lands. */
function walk({ path, hop = 15, ms }, from, to) {
  const stops = [from, ...path.map(([x, y]) => ({ ...to, x, y })), to], count = stops.length - 1;
  const length = ms ?? Math.min(2400, 250 * count);
  const steps = hop ? stops.slice(1).map((_, i) => length * (i + 0.84) / count) : [];
  return { ms: length, steps, at(u) {
    const k = Math.min(count - 1, Math.floor(u * count)), v = u * count - k, s = ease(part(v, 0.1, 0.84));
    const low = hop && 0.13 * Math.sin(Math.PI * (v < 0.1 ? v / 0.1 : part(v, 0.84, 1)));
    return { ...between(stops[k], stops[k + 1], hop ? s : v), lift: hop * hill(s), tall: (hop && 0.07 * hill(s)) - low };
  } };
}

/** About a point: what stands on it spins by so many degrees, what stands around it is carried upright. */
function orbit({ about: [cx, cy], by, ms }, from, to) {
  const polar = p => [Math.hypot(p.x - cx, p.y - cy), Math.atan2(p.y - cy, p.x - cx) * 180 / Math.PI];
  const [r0, a0] = polar(from), [r1, a1] = polar(to), spins = r1 < 1;
  const way = spins ? to.turn - from.turn : a1 - a0, span = way + 360 * Math.round((by - way) / 360);
  return { ms: ms ?? 620 + 260 * Math.abs(by) / 90, at(u) {
    const s = swing(u, Math.min(0.06, 5 / Math.abs(by))), r = mix(r0, r1, s), a = (a0 + span * s) * Math.PI / 180;
    return spins ? { ...to, turn: from.turn + span * s } : { ...to, x: cx + r * Math.cos(a), y: cy + r * Math.sin(a) };
  } };
}

/** A die is thrown, rolls over its faces, bounces, and rocks until it lies. */
function thrown({ tumble, ms = 860 }, from, to) {
  return { ms, at(u) {
    const s = 1 - (1 - part(u, 0, 0.86)) ** 2.2, rock = part(u, 0.78, 1), calm = (1 - rock) ** 1.5;
    const lift = 80 * hill(part(u, -0.24, 0.38)) + 34 * hill(part(u, 0.38, 0.66)) + 10 * hill(part(u, 0.66, 0.84));
    const turn = to.turn + mix(-80, 5, s) * calm + 8 * Math.sin(rock * 3 * Math.PI) * calm;
    return { ...between(from, to, s), turn, lift, rolled: s * (tumble.length - 1), size: to.size * mix(1.8, 1, s) };
  } };
}

/** Straight along the table, or in an arc above it, as cards go. */
function glide({ arc = 0, ms }, from, to) {
  const way = far(from, to);
  return { ms: ms ?? (way < 1 ? 280 : Math.min(760, 300 + 0.7 * way)), at(u) {
    const s = ease(part(u, arc && 0.08, arc ? 0.9 : 1)), p = between(from, to, s), up = hill(s);
    const low = arc && 0.15 * (hill(part(u, 0, 0.12)) + hill(part(u, 0.88, 1)));
    const lean = Math.min(7, arc * 0.14) * up * Math.sign(to.x - from.x);
    return { ...p, lift: arc * up, turn: p.turn + lean, size: p.size * (1 + 0.003 * arc * up), tall: -low };
  } };
}

// Stand-ins

export function make(name, attributes, ...children) {
  const node = document.createElementNS(NS, name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  node.append(...children);
  return node;
}
const put = (node, x, y, turn, sx, sy, lean = 0) => node.setAttribute("transform", `translate(${x.toFixed(2)} `
  + `${y.toFixed(2)}) rotate(${turn.toFixed(2)}) skewY(${lean.toFixed(2)}) scale(${sx.toFixed(4)} ${sy.toFixed(4)})`);

/** A copy without its place that nobody can press, focus or find by its id. */
function copy(node) {
  const twin = node.cloneNode(true), own = /^(id|data-.*)$/;
  twin.removeAttribute("transform");
  for (const one of [twin, ...twin.querySelectorAll("*")]) for (const { name } of [...one.attributes]) {
    if (own.test(name) || PAGE.test(name)) one.removeAttribute(name);
  }
  return twin;
}

/** What one thing does in a frame: `before` and `after` are its drawings, `pose(t)` sets it as it is at time t.
 *  `lead` is when the things arrive that the frame is about: a counter or a plate changes, and the light goes on, only
 *  then. */
export function standIn(id, how, before, after, lead = 0) {
  if (after?.matches(".last")) return { id, node: make("g"), after, ms: 0, pose() {} }; // marked when it has been done
  const to = place(after ?? before), { from: given } = how, flip = after && (before || typeof how.flip === "string") && how.flip, was = before ? place(before) : to;
  const from = Array.isArray(given) ? { ...to, x: given[0], y: given[1], size: given[2] ?? to.size } : was;
  const { ms, at, steps = [] } = (how.path ? walk : how.about ? orbit : how.tumble ? thrown : glide)(how, from, to);
  const stays = after && before && !given && !flip && !how.tumble && far(from, to) < 0.5 && from.turn === to.turn;
  const light = lead && id.startsWith("light") ? lead + BREATH : 0;
  const start = how.after ?? (light || ((stays || !before) && !how.tumble ? lead : 0));
  const cube = how.tumble && [how.body ?? "#die-body", "", ""].map(href => make("use", { href }));
  const fresh = after && copy(after);
  const old = typeof flip === "string" ? make("use", { href: flip }) : before && copy(before);
  const body = make("g", {}, ...cube ?? (flip || stays ? [old, fresh] : [fresh ?? old]));
  const { y, width: w, height: h } = after?.getBBox() ?? { y: 0, width: 0, height: 0 };
  const flat = !cube && y + h > h / 3; // what does not stand on its place lies there
  const shadow = flat ? make("rect", { x: -0.46 * w, y: -0.46 * h, width: 0.92 * w, height: 0.92 * h, rx: 0.14 * w })
    : make("ellipse", { rx: 0.45 * w, ry: w * (cube ? 0.4 : 0.16), cy: cube ? 0.15 * h : 0 });
  const node = make("g", { fill: "#1B1430", "data-of": id }, shadow, body);
  return { id, node, after, ms: start + ms, steps: steps.map(t => start + t), pose(t) {
    const u = part(t, start, start + ms), p = at(u), { lift = 0, size } = p, tall = flat ? 0 : p.tall ?? 0;
    const half = flip ? ease(part(u, 0.1, 0.9)) * Math.PI : 0, wide = Math.cos(half), up = wide > 0;
    const thin = Math.max(0.03, Math.abs(wide)), away = flat ? 0.35 * lift : 0, lean = 7 * Math.sin(half) * (up ? 1 : -1);
    put(body, p.x, p.y - lift, p.turn, size * thin * (1 - 0.7 * tall), size * (1 + tall), lean);
    put(shadow, p.x + 0.4 * away, p.y + away, flat ? p.turn : 0, size * (flat ? thin : 1 - lift / 240), size);
    shadow.style.opacity = Math.max(0, Math.min(lift / 20, 0.26 - lift / 700));
    if (cube) rolling(cube, how.tumble, p.rolled, how.half ?? 48);
    else if (flip) old.style.display = up ? "" : "none", fresh.style.display = up ? "none" : "";
    else if (stays) fresh.style.opacity = ease(part(u, 0, 0.6)), old.style.opacity = 1 - ease(part(u, 0.4, 1));
    else if (!after && !how.stay) node.style.opacity = 1 - ease(u);
    else if (!before && !given) node.style.opacity = ease(u);
  } };
}

/** A cube seen from above on its way from one face to the next, about one axis and then the other. */
function rolling([body, top, next], faces, rolled, half) {
  const k = Math.min(faces.length - 2, Math.floor(rolled)), a = (rolled - k) * Math.PI / 2;
  const set = (node, move, wide) => k % 2 ? put(node, 0, move, 0, 1, wide) : put(node, move, 0, 0, wide, 1);
  set(body, 0, Math.cos(a) + Math.sin(a));
  set(top, half * Math.sin(a), Math.cos(a)), set(next, -half * Math.cos(a), Math.sin(a));
  top.setAttribute("href", faces[k]), next.setAttribute("href", faces[k + 1]);
  top.style.opacity = 0.7 + 0.3 * Math.cos(a), next.style.opacity = 0.7 + 0.3 * Math.sin(a);
}
