// The page: boards as SVG that can be clicked, tabbed to, and read aloud.
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

const SIZE = 44;
const LARGEST_CELL = 88;

/** Where the cells of a grid are: a plane, rows of planes that fit into `room`, a plane of planes. */
function places(shape, count, hex, room) {
  const flat = shape.length ? shape : [Math.ceil(count / 10), Math.min(10, count)];
  const [rows, columns] = flat.length === 1 ? [1, flat[0]] : flat.slice(-2);
  const outer = flat.length > 2 ? flat.slice(0, -2) : [];
  const wide = columns * SIZE + (hex ? (rows * SIZE) / 2 : 0) + 22;
  const tall = rows * SIZE + 30;
  const most = outer.length === 1 ? Math.max(1, Math.floor((room - 24) / wide)) : Infinity;
  const across = outer.length ? Math.min(most, outer[outer.length - 1]) : 1;
  const top = hex ? 32 : 24;
  const found = [];
  for (let cell = 0; cell < count; cell++) {
    const plane = Math.floor(cell / (rows * columns));
    const [row, column] = [Math.floor((cell % (rows * columns)) / columns), cell % columns];
    found.push({
      x: 24 + (plane % across) * wide + column * SIZE + (hex ? (row * SIZE) / 2 : 0),
      y: top + Math.floor(plane / across) * tall + row * SIZE,
      plane,
    });
  }
  const planes = Math.ceil(count / (rows * columns));
  return { found, rows, columns, outer, planes, wide, tall, across,
    width: 24 + Math.min(across, planes) * wide, height: top - 4 + Math.ceil(planes / across) * tall };
}

function pressable(element, text, act) {
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "0");
  element.setAttribute("data-move", text);
  element.classList.add("playable");
  element.addEventListener("click", () => act(text));
  element.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") event.preventDefault(), act(text);
  });
}

/** As large as there is room: cells of SIZE pixels grow to LARGEST_CELL, never beyond the window. */
const fits = (width, height, most) =>
  `width:min(100%, ${Math.round(width * most)}px, max(${width}px, ${((75 * width) / height).toFixed(1)}vh))`;

/** The six corners of a cell whose rows are as far apart as its columns. */
function hexagon(x, y) {
  const [half, lean] = [SIZE / 2, SIZE / 6];
  const corners = [[half, -lean], [SIZE, lean], [SIZE, SIZE - lean], [half, SIZE + lean], [0, SIZE - lean], [0, lean]];
  return corners.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" ");
}

/** The sides of a Hex board in the colours of their owners. */
function hexSides(at) {
  const corner = (cell, numbers) => {
    const all = hexagon(at.found[cell].x, at.found[cell].y).split(" ");
    return numbers.map((n) => all[n]);
  };
  const { rows, columns } = at;
  const row = (r) => Array.from({ length: columns }, (_, c) => r * columns + c);
  const column = (c) => Array.from({ length: rows }, (_, r) => r * columns + c);
  const side = (owner, cells, numbers) =>
    make("svg:polyline", { class: `side of-${owner}`, points: cells.flatMap((cell) => corner(cell, numbers)).join(" ") });
  return [side("first", row(0), [5, 0, 1]), side("first", row(rows - 1), [4, 3, 2]),
    side("second", column(0), [5, 4]), side("second", column(columns - 1), [1, 2])];
}

/** The number of a pair or a region chooses one of twelve tints, the ones of the pictures. */
const tint = (label) => `fill:var(--tint-${(parseInt(String(label).replace("R", ""), 10) + 11) % 12})`;

/** Lines between the cells of each pair that has just been made use of, short of their stones. */
function joins(at, pairs) {
  return pairs.map(([a, b]) => {
    const [p, q] = [a, b].map((cell) => [at.found[cell].x + SIZE / 2, at.found[cell].y + SIZE / 2]);
    const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
    const [dx, dy] = [((q[0] - p[0]) / length) * 0.38 * SIZE, ((q[1] - p[1]) / length) * 0.38 * SIZE];
    return make("svg:line", { class: "join", x1: p[0] + dx, y1: p[1] + dy, x2: q[0] - dx, y2: q[1] - dy });
  });
}

/** `joined`: pairs of cells between which a line is drawn. */
function drawCells(scene, marks, play, playable, joined = [], room = Infinity) {
  const at = places(scene.shape, scene.cells.length, scene.hex, room);
  const svg = make("svg:svg", { viewBox: `0 0 ${at.width} ${at.height}`, style: fits(at.width, at.height, LARGEST_CELL / SIZE), role: "group", "aria-label": "board" });
  for (let plane = 0; plane < at.planes; plane++) {
    const corner = at.found[plane * at.rows * at.columns];
    if (scene.shape.length === 2)
      for (let column = 0; column < at.columns; column++)
        svg.append(make("svg:text", { class: "axis", x: corner.x + SIZE * (column + 0.5), y: corner.y - (scene.hex ? 20 : 8) }, scene.cells[column].text.replace(/[0-9]/g, "")));
    if (scene.shape.length === 2)
      for (let row = 0; row < at.rows; row++)
        svg.append(make("svg:text", { class: "axis", x: corner.x - 12 + (scene.hex ? (row * SIZE) / 2 : 0), y: corner.y + SIZE * (row + 0.5) }, row + 1));
    if (scene.shape.length > 2) {
      const prefix = scene.cells[plane * at.rows * at.columns].text.split(",").slice(0, -2).join(",");
      svg.append(make("svg:text", { class: "axis", x: corner.x + (SIZE * at.columns) / 2, y: corner.y - 8 }, `${prefix},·,·`));
    }
  }
  scene.cells.forEach((cell, number) => {
    const { x, y } = at.found[number];
    const mark = marks.includes(number);
    const group = make("svg:g", { class: `cell${mark ? " marked" : ""}` });
    const style = cell.stone || cell.label === "" ? null : tint(cell.label);
    group.append(scene.hex ? make("svg:polygon", { points: hexagon(x, y), style }) : make("svg:rect", { x, y, width: SIZE, height: SIZE, style }));
    if (cell.stone === "X") {
      const [a, b] = [9, SIZE - 9];
      group.append(make("svg:path", { class: "first", d: `M${x + a},${y + a}L${x + b},${y + b}M${x + b},${y + a}L${x + a},${y + b}` }));
    } else if (cell.stone === "O") group.append(make("svg:circle", { class: "second", cx: x + SIZE / 2, cy: y + SIZE / 2, r: SIZE / 2 - 8 }));
    else if (cell.label !== "") group.append(make("svg:text", { class: "label", x: x + SIZE / 2, y: y + SIZE / 2 }, cell.label));
    const kind = cell.stone ? `, ${cell.stone}` : cell.label === "" ? ", free" : `, free, ${String(cell.label).startsWith("R") ? "region" : "pair"} ${String(cell.label).replace("R", "")}`;
    group.setAttribute("aria-label", cell.text + kind);
    group.append(make("svg:title", {}, cell.text + kind));
    if (playable && !cell.stone) pressable(group, cell.text, play);
    svg.append(group);
  });
  if (scene.hex) svg.append(...hexSides(at));
  svg.append(...joins(at, joined));
  svg.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -at.columns, ArrowDown: at.columns }[event.key];
    const cells = [...svg.querySelectorAll(".cell")];
    let number = cells.indexOf(document.activeElement);
    if (!step || number < 0) return;
    event.preventDefault();
    do number += step;
    while (cells[number] && !cells[number].hasAttribute("tabindex"));
    cells[number]?.focus();
  });
  return svg;
}

function drawHeaps(scene, play, playable) {
  const box = make("div", { class: "heaps", role: "group", "aria-label": "heaps" });
  scene.sizes.forEach((size, heap) => {
    const dots = BigInt(size) <= 60n ? "●".repeat(Number(size)) : `${size} objects`;
    const row = make("div", { class: "heap" }, make("span", { class: "size" }, `${size}`), make("span", { class: "dots", "aria-hidden": "true" }, dots || "–"));
    if (playable && scene.game !== "wythoff")
      scene.moves.filter((move) => move.by[heap] !== "0").forEach((move) => row.append(take(move, move.by[heap])));
    box.append(row);
  });
  function take(move, said) {
    return make("button", { type: "button", "data-move": move.text, "aria-label": `play ${move.text}`, onclick: () => play(move.text) }, said);
  }
  if (playable && scene.game === "wythoff") box.append(make("div", { class: "heap" }, ...scene.moves.map((move) => take(move, move.text))));
  return box;
}

/** The part of a graph's square that its vertices need. */
function frame(points) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, top] = [Math.min(...xs) - 20, Math.min(...ys) - 20];
  const [wide, high] = [Math.max(...xs) + 20 - left, Math.max(...ys) + 20 - top];
  return { viewBox: `${left} ${top} ${wide} ${high}`, style: fits(wide, high, 2) };
}

/** `close`: the graph fills the board; else one pixel of its square is one of the window. */
function drawGraph(scene, marks, play, playable, close = false) {
  const { graph } = scene;
  const size = graph.size;
  const whole = close && graph.n ? frame(graph.points) : { viewBox: `0 0 ${size} ${size}`, width: size, height: size };
  const svg = make("svg:svg", { ...whole, role: "group", "aria-label": "graph" });
  const bold = new Set(scene.bold.map(([a, b]) => `${Math.min(a, b)},${Math.max(a, b)}`));
  for (const [a, b] of graph.edges) {
    const [p, q] = [graph.points[a], graph.points[b]];
    svg.append(make("svg:line", { class: bold.has(`${Math.min(a, b)},${Math.max(a, b)}`) ? "edge bold" : "edge", x1: p[0], y1: p[1], x2: q[0], y2: q[1] }));
  }
  scene.vertices.forEach((vertex, v) => {
    const [x, y] = graph.points[v];
    const state = vertex.token ? "token" : vertex.gone ? "gone" : vertex.stone === "R" ? "red" : vertex.stone === "B" ? "blue" : "";
    const group = make("svg:g", { class: `vertex ${state}${marks.includes(v) ? " marked" : ""}` });
    group.append(make("svg:circle", { cx: x, cy: y, r: 15 }), make("svg:text", { class: "label", x, y }, vertex.stone || vertex.text));
    const says = [vertex.text, state, vertex.hint].filter(Boolean).join(", ");
    group.setAttribute("aria-label", says);
    group.append(make("svg:title", {}, says));
    if (playable && vertex.playable) pressable(group, vertex.text, play);
    svg.append(group);
  });
  if (!scene.buttons?.length) return svg;
  return make("div", {}, svg, drawList({ path: [], moves: scene.buttons }, play, playable));
}

/** A move as it may stand in a list of moves: in quotation marks where it could be several. */
const spelt = (text) => (/^[^\s",;]+$/.test(text) ? text : JSON.stringify(text));

function drawList(scene, play, playable) {
  const box = make("div", { class: "list" }, make("p", {}, scene.path.length ? `Played: ${scene.path.map(spelt).join(" ")}` : "The start."));
  if (playable) box.append(...scene.moves.map((text) => make("button", { type: "button", "data-move": text, onclick: () => play(text) }, text)));
  return box;
}

function drawScene(scene, marks, play, playable, joined, room) {
  switch (scene.type) {
    case "cells":
      return drawCells(scene, marks, play, playable, joined, room);
    case "heaps":
      return drawHeaps(scene, play, playable);
    case "graph":
      return drawGraph(scene, marks, play, playable, true);
    default:
      return drawList(scene, play, playable);
  }
}
