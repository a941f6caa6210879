// The page: boards as SVG that can be clicked, tabbed to, and read aloud. Where cells and vertices stand
// was said by Python (pictures/board.py); here planes are set in rows, and what a reply says is drawn:
// `shown` is a list of {how, at, text}, `how` being one of the words that `drawn` below knows.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

function make(tag, attributes = {}, ...children) {
  const element = tag.startsWith("svg:") ? document.createElementNS(SVG, tag.slice(4)) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (name === "style") element.style.cssText = value ?? ""; // an attribute may be refused to a page
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  element.append(...children);
  return element;
}

const CELL = 44; // pixels of a cell, as Python has them
const LARGEST_CELL = 88;

/** `at` is its middle, `outline` its corners, for what is drawn around it. */
function pressable(element, text, act, at, outline = null) {
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "0");
  element.setAttribute("data-move", text);
  element.classList.add("playable");
  Object.assign(element, { place: at, outline });
  element.addEventListener("click", () => act(text));
  element.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") event.preventDefault(), act(text);
  });
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A border around a place, above everything else, where its own would be half covered by its neighbours. */
function ringed(element, kind) {
  if (element?.outline) element.ownerSVGElement.append(make("svg:polygon", { class: `ring ${kind}`, points: points(element.outline) }));
}

const unringed = (kind) => document.querySelectorAll(`.ring.${kind}`).forEach((ring) => ring.remove());

/** Arrow keys lead to the nearest place that can be played in their direction. */
function walkable(svg) {
  svg.addEventListener("focusin", ({ target }) => target.matches(":focus-visible") && ringed(target, "focus"));
  svg.addEventListener("focusout", () => unringed("focus"));
  svg.addEventListener("keydown", (event) => {
    const from = document.activeElement?.place;
    if (!ARROWS[event.key] || !from) return;
    const [right, down] = ARROWS[event.key];
    let [best, least] = [null, Infinity];
    for (const other of svg.querySelectorAll("[data-move]")) {
      const [dx, dy] = [other.place[0] - from[0], other.place[1] - from[1]];
      const along = dx * right + dy * down;
      const aside = dx * down + dy * right; // below and right of each other: to the left is up
      if (along < 1 || Math.abs(aside) > 1.5 * along) continue;
      const far = along + 1.5 * Math.abs(aside) - 0.01 * Math.sign(aside) * (right + down);
      if (far < least) [best, least] = [other, far];
    }
    event.preventDefault();
    event.stopPropagation();
    best?.focus();
  });
}

/** As large as there is room: grown by at most `most`, never beyond the window. The width stands as a
 *  variable, for what stands beside the drawing. */
const fits = (width, height, most) =>
  `--width:min(${Math.round(width * most)}px, max(${Math.round(width)}px, ${((75 * width) / height).toFixed(1)}vh)); width:min(100%, var(--width))`;

// -- what a reply says, drawn -----------------------------------------------------------------------

const points = (list) => list.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

/** From p towards q, beginning `far` away from p. */
function towards(p, q, far) {
  const length = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
  return [p[0] + ((q[0] - p[0]) / length) * far, p[1] + ((q[1] - p[1]) / length) * far];
}

/** The head of an arrow that comes from p and ends `far` before q. */
function head(p, q, far) {
  const [tip, neck] = [towards(q, p, far), towards(q, p, far + 11)];
  const [dx, dy] = [(tip[0] - neck[0]) / 2, (tip[1] - neck[1]) / 2];
  return make("svg:polygon", { class: "arrow", points: points([tip, [neck[0] - dy, neck[1] + dx], [neck[0] + dy, neck[1] - dx]]) });
}

/** The border of several cells together: the sides that only one of them has. */
function border(outlines) {
  const sides = [];
  for (const corners of outlines)
    corners.forEach((p, k) => {
      const q = corners[(k + 1) % corners.length];
      const middle = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
      const twin = sides.findIndex((side) => Math.hypot(side.middle[0] - middle[0], side.middle[1] - middle[1]) < 2);
      if (twin < 0) sides.push({ p, q, middle });
      else sides.splice(twin, 1);
    });
  return sides.map(({ p, q }) => `M${points([p])}L${points([q])}`).join("");
}

/** `at(n)` is where a cell or a vertex is, `around(n)` its corners, `reach` how much of it a stone takes. */
function drawn({ how, at: numbers, text = "" }, at, around, reach) {
  const shape = (name, attributes) => make(`svg:${name}`, { class: `shown ${how}`, ...attributes });
  const all = numbers.map(at);
  switch (how) {
    case "pair": // two cells that answer each other
    case "edge": { // an edge of a matching
      const [p, q] = all;
      const [a, b] = [towards(p, q, reach), towards(q, p, reach)];
      return [shape("line", { pathLength: 1, x1: a[0], y1: a[1], x2: b[0], y2: b[1] })];
    }
    case "image": { // the vertex that a symmetry makes of another
      const [p, q] = all;
      const top = bent(p, q, 0.3);
      const [a, b] = [towards(p, top, reach), towards(q, top, reach)];
      return [shape("path", { pathLength: 1, d: `M${points([a])}Q${points([top])} ${points([b])}` }), head(top, q, reach)];
    }
    case "step": { // a line lets go of one cell and takes the other
      const [p, q] = all;
      const [a, b] = [towards(p, q, reach / 2), towards(q, p, reach / 2 + 8)];
      return [shape("line", { pathLength: 1, x1: a[0], y1: a[1], x2: b[0], y2: b[1] }), head(p, q, reach / 2)];
    }
    case "values": { // a component of a graph and what it is worth
      const top = all.reduce((best, place) => (place[1] < best[1] ? place : best));
      const halos = all.map(([x, y]) => shape("circle", { cx: x, cy: y, r: 1.7 * reach, style: `fill:${text.tint}` }));
      return [...halos, make("svg:text", { class: "worth", x: top[0], y: top[1] - 1.75 * reach - 4 }, text.said)];
    }
    default: { // sets of cells: a region, a zone, what is threatened, aimed at or won
      const outlines = numbers.map(around);
      const inside = outlines.map((corners) => make("svg:polygon", { class: `shade ${how}`, points: points(corners) }));
      return [...inside, shape("path", { d: border(outlines) })];
    }
  }
}

// -- boards of cells ----------------------------------------------------------------------------------

/** The number of a pair or a region chooses one of twelve tints, the ones of the pictures. */
const tint = (number) => `var(--tint-${(number + 11) % 12})`;
const tinted = (label) => `fill:${tint(parseInt(String(label).replace("R", ""), 10))}`;

/** Planes in rows that fit into `room`, as even as can be; a grid of grids stays one. */
function flowing(board, room) {
  const planes = board.titles.length;
  const most = Math.max(1, Math.floor(room / board.wide));
  const across = board.across < planes ? board.across : Math.ceil(planes / Math.ceil(planes / most));
  const corner = (plane) => [(plane % across) * board.wide, Math.floor(plane / across) * board.tall];
  const each = board.plane.length;
  const at = (cell) => {
    const [left, top] = corner(Math.floor(cell / each));
    const [x, y] = board.plane[cell % each];
    return [left + x, top + y];
  };
  const around = (cell) => {
    const [x, y] = at(cell);
    return board.outline.map(([dx, dy]) => [x + dx, y + dy]);
  };
  return { corner, at, around, width: across * board.wide, height: Math.ceil(planes / across) * board.tall };
}

function stone(kind, [x, y], fresh) {
  const r = 0.27 * CELL;
  const more = fresh ? " fresh" : "";
  if (kind === "X")
    return make("svg:path", { class: `first${more}`, d: `M${x - r},${y - r}L${x + r},${y + r}M${x + r},${y - r}L${x - r},${y + r}` });
  return make("svg:circle", { class: `second${more}`, cx: x, cy: y, r });
}

/** What is seen of a scene of cells. `asked` and `answered` are the last moves, `fresh` says that the
 *  answer has just been made. */
function drawCells(scene, { play = null, playable = false, asked, answered, shown = [], room = Infinity, fresh = false } = {}) {
  const { board } = scene;
  const flow = flowing(board, room);
  const svg = make("svg:svg", { viewBox: `0 0 ${flow.width} ${flow.height}`, style: fits(flow.width, flow.height, LARGEST_CELL / CELL), role: "group", "aria-label": "board" });
  board.titles.forEach((title, plane) => {
    const [left, top] = flow.corner(plane);
    if (title) svg.append(make("svg:text", { class: "axis title", x: left + (board.wide + board.plane[0][0] - CELL) / 2, y: top + 14 }, title));
    for (const [words, x, y] of board.letters) svg.append(make("svg:text", { class: "axis", x: left + x, y: top + y }, words));
  });
  scene.cells.forEach((cell, number) => {
    const marked = cell.text === asked || cell.text === answered;
    const group = make("svg:g", { class: `cell${marked ? " marked" : ""}${cell.text === answered ? " answered" : ""}` });
    const given = String(cell.label);
    const label = cell.stone ? "" : given;
    group.append(make("svg:polygon", { points: points(flow.around(number)), style: given && !(marked && cell.stone) ? tinted(given) : null }));
    const [x, y] = flow.at(number);
    if (cell.stone && given) group.append(make("svg:text", { class: "corner", x: x - 0.36 * CELL, y: y - 0.34 * CELL }, given));
    if (cell.stone) group.append(stone(cell.stone, [x, y], fresh && cell.text === answered));
    else if (label) group.append(make("svg:text", { class: "label", x, y }, label));
    const kind = cell.stone ? `, ${cell.stone}` : !label ? ", free" : `, free, ${label.startsWith("R") ? "region" : "pair"} ${label.replace("R", "")}`;
    group.setAttribute("aria-label", cell.text + kind);
    group.append(make("svg:title", {}, cell.text + kind));
    if (playable && !cell.stone) pressable(group, cell.text, play, [x, y], flow.around(number));
    else if (!playable) group.setAttribute("role", "img");
    svg.append(group);
  });
  for (const [player, line] of board.sides) svg.append(make("svg:polyline", { class: `side of-${player}`, points: points(line) }));
  const over = make("svg:g", { class: fresh ? "over fresh" : "over" });
  for (const one of shown) over.append(...drawn(one, flow.at, flow.around, 0.38 * CELL));
  svg.append(over);
  walkable(svg);
  return svg;
}

// -- heaps ----------------------------------------------------------------------------------------------

const MOST_DOTS = 60;

/** Heaps as rows of objects, with the moves of each as buttons, and what it is worth where that is known. */
function drawHeaps(scene, { play, playable }) {
  const box = make("div", { class: "heaps" });
  const common = playable && scene.game === "wythoff" ? scene.moves : [];
  scene.sizes.forEach((size, heap) => {
    const own = scene.moves.filter((move) => move.by[heap] !== "0" && move.by.every((by, other) => other === heap || by === "0"));
    const number = scene.sizes.length > 1 ? [make("span", { class: "worth" }, `heap ${heap + 1}`)] : [];
    const row = make("div", { class: "heap" }, ...number, make("span", { class: "size" }, size));
    if (scene.values) row.append(make("span", { class: "worth" }, `value ${scene.values[heap]}`));
    row.append(make("span", { class: "dots", "aria-hidden": "true" }, Number(size) > MOST_DOTS ? "" : "●".repeat(Number(size))));
    if (playable && !common.length) row.append(make("span", { class: "moves" }, ...own.map((move) => take(move, `−${move.by[heap]}`))));
    box.append(row);
  });
  function take(move, said) {
    return make("button", { type: "button", "data-move": move.text, "aria-label": `play ${move.text}`, onclick: () => play(move.text) }, said);
  }
  if (common.length) box.append(make("div", { class: "heap" }, ...common.map((move) => take(move, move.text))));
  return box;
}

// -- graphs ---------------------------------------------------------------------------------------------

/** The top of the arc from a vertex to its image, beside which its control point is twice as far away. */
function bent(p, q, far) {
  return [(p[0] + q[0]) / 2 - far * (q[1] - p[1]), (p[1] + q[1]) / 2 + far * (q[0] - p[0])];
}

/** The part of the plane that vertices, edges and arcs need, with room for halos and what stands above them. */
function frame(graph, most, shown) {
  const arcs = shown.filter(({ how }) => how === "image").map(({ at: [v, u] }) => bent(graph.points[v], graph.points[u], 0.15));
  const all = [...graph.points, ...graph.paths.flat(), ...arcs];
  const [xs, ys] = [0, 1].map((axis) => all.map((point) => point[axis]));
  const room = 1.75 * graph.radius + 14;
  const [left, top] = [Math.min(...xs) - room, Math.min(...ys) - room];
  const [wide, high] = [Math.max(...xs) + room - left, Math.max(...ys) + room - top];
  return { viewBox: `${left} ${top} ${wide} ${high}`, style: fits(wide, high, most) };
}

/** `whole` is the part of the plane to be seen where it is not what the graph needs. */
function drawGraph(scene, { play = null, playable = false, asked, answered, shown = [], fresh = false, whole = null } = {}) {
  const { graph } = scene;
  const r = graph.radius;
  const svg = make("svg:svg", { ...(whole ?? frame(graph, 2.2, shown)), role: "group", "aria-label": "graph" });
  const bold = new Set(scene.bold.map(([a, b]) => `${Math.min(a, b)},${Math.max(a, b)}`));
  const over = make("svg:g", { class: fresh ? "over fresh" : "over" });
  const at = (v) => graph.points[v];
  const around = (v) => [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [at(v)[0] + 1.5 * r * Math.cos((k * Math.PI) / 4), at(v)[1] + 1.5 * r * Math.sin((k * Math.PI) / 4)]);
  for (const one of shown.filter(({ how }) => how === "values")) svg.append(...drawn(one, at, around, r));
  graph.edges.forEach(([a, b], e) => {
    const gone = scene.vertices[a].gone || scene.vertices[b].gone ? " gone" : "";
    const kind = bold.has(`${Math.min(a, b)},${Math.max(a, b)}`) ? " bold" : "";
    svg.append(make("svg:polyline", { class: `edge${kind}${gone}`, points: points(graph.paths[e]) }));
  });
  for (const one of shown.filter(({ how }) => how !== "values")) over.append(...drawn(one, at, around, r));
  svg.append(over);
  scene.vertices.forEach((vertex, v) => {
    const [x, y] = at(v);
    const state = vertex.token ? "token" : vertex.gone ? "gone" : vertex.stone === "R" ? "red" : vertex.stone === "B" ? "blue" : "";
    const left = vertex.left ? ` for-${vertex.left}` : "";
    const group = make("svg:g", { class: `vertex ${state}${left}${vertex.text === asked || vertex.text === answered ? " marked" : ""}` });
    group.append(make("svg:circle", { cx: x, cy: y, r, class: fresh && vertex.text === answered ? "fresh" : null }));
    if (r >= 7) group.append(make("svg:text", { class: "label", x, y, style: r < 13 ? `font-size:${(0.8 * r).toFixed(1)}px` : null }, vertex.stone || vertex.text));
    const says = [vertex.text, state, vertex.left ? `left to ${vertex.left}` : "", vertex.hint].filter(Boolean).join(", ");
    group.setAttribute("aria-label", says);
    group.append(make("svg:title", {}, says));
    if (playable && vertex.playable) pressable(group, vertex.text, play, [x, y]);
    else if (!playable || !vertex.playable) group.setAttribute("role", "img");
    svg.append(group);
  });
  walkable(svg);
  if (!scene.buttons?.length) return svg;
  return make("div", {}, svg, drawList({ path: [], moves: scene.buttons, beside: true }, { play, playable }));
}

// -- moves alone ----------------------------------------------------------------------------------------

/** A move as it may stand in a list of moves: in quotation marks where it could be several. */
const spelt = (text) => (/^[^\s",;]+$/.test(text) ? text : JSON.stringify(text));

/** A picture that Python drew becomes as large as there is room. */
function enlarge(svg) {
  const { width, height } = svg.viewBox.baseVal;
  svg.style.cssText = fits(width, height, 1.6);
}

/** The same of a picture in words. */
function pictured(text) {
  const svg = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  enlarge(svg);
  return svg;
}

function drawList(scene, { play, playable }) {
  const start = document.querySelector("#start svg");
  const shown = scene.picture ? [pictured(scene.picture)] : start && !scene.beside ? [start.cloneNode(true)] : [];
  if (!scene.picture && shown.length && scene.path.length) shown.unshift(make("p", {}, "The start:"));
  const box = make("div", { class: "list picture" }, ...shown);
  if (scene.path.length) box.append(make("p", {}, `Played: ${scene.path.map(spelt).join(" ")}`));
  if (playable) box.append(make("div", { class: "moves" }, ...scene.moves.map((text) => make("button", { type: "button", "data-move": text, onclick: () => play(text) }, text))));
  return box;
}

const DRAWN = { cells: drawCells, heaps: drawHeaps, graph: drawGraph, list: drawList };
const drawScene = (scene, how) => DRAWN[scene.type](scene, how);
