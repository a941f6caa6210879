// Draw a position: what is drawn is written as words into the form, and words are drawn.
"use strict";

const drawing = document.getElementById("drawing");
const field = document.getElementById("words");
const said = document.getElementById("drawn");
const canvas = document.getElementById("canvas");
const { form, rows: rowsAt, columns: columnsAt, directed } = drawing.dataset;
const listed = (text) => (text ? text.split(" ") : []);
const flags = new Set(listed(drawing.dataset.flags));
const marks = listed(drawing.dataset.marks); // options that list cells or vertices
const MOST_SIDE = 26; // columns have letters
const MOST_VERTICES = 60;
const WIDE = 480;
let joined = null; // the vertex from which an edge is being drawn
let placed = []; // where vertices were put by hand

/** The words of the form: those of the board, and options with their values. */
function parsed() {
  const plain = [];
  const options = new Map();
  const words = field.value.trim().split(/\s+/).filter(Boolean);
  if (words[0] === drawing.dataset.game) words.shift();
  while (words.length) {
    const word = words.shift();
    if (!word.startsWith("--")) {
      plain.push(word);
      continue;
    }
    const [, name, , value] = /^--([^=]*)(=(.*))?$/.exec(word);
    options.set(name, flags.has(name) ? null : value ?? words.shift() ?? "");
  }
  return { plain, options };
}

function write({ plain, options }) {
  const words = [...plain];
  for (const [name, value] of options)
    if (value === null) words.push(`--${name}`);
    else if (value !== "") words.push(`--${name}`, value);
  field.value = words.join(" ");
}

const members = (board, name) => (board.options.get(name) || "").split(",").filter(Boolean);

function setMembers(board, name, values) {
  if (values.length) board.options.set(name, values.join(","));
  else board.options.delete(name);
}

const tool = () => drawing.querySelector("input[name=tool]:checked").value;

function tell(text) {
  said.textContent = text;
}

/** Put the mark of the tool on a cell or a vertex, or take away what is there. */
function mark(board, name, among) {
  const had = among.find((option) => members(board, option).includes(name));
  for (const option of among)
    setMembers(board, option, members(board, option).filter((other) => other !== name));
  const chosen = tool();
  if (!among.includes(chosen) || chosen === had) return `${name} is empty`;
  setMembers(board, chosen, drawing.dataset.one === chosen ? [name] : [...members(board, chosen), name]);
  return `${name}: ${chosen}`;
}

// -- boards of cells ---------------------------------------------------------------------------

/** The cells of the board that the words name; `null` where it cannot be drawn. */
function cellsOf(board) {
  if (form === "square" && board.plain[1] !== "2") return null;
  const [rows, columns] = [Number(board.plain[rowsAt]), Number(board.plain[columnsAt])];
  const fits = (side) => Number.isInteger(side) && side >= 1 && side <= MOST_SIDE;
  if (!fits(rows) || !fits(columns)) return null;
  for (const option of marks) {
    const named = members(board, option).map((text) => text.toLowerCase());
    if (named.some((text) => !/^[a-z][0-9]{1,2}$/.test(text))) return null;
    setMembers(board, option, named);
  }
  const cells = [];
  for (let row = 1; row <= rows; row++)
    for (let column = 0; column < columns; column++) {
      const text = String.fromCharCode(97 + column) + row;
      const stone = members(board, "first").includes(text) ? "X" : members(board, "second").includes(text) ? "O" : "";
      cells.push({ text, stone, label: "" });
    }
  return { type: "cells", rows, columns, cells };
}

const boards = new Map(); // what Python says of boards, by their sides

/** Where the cells stand, as Python has them. */
async function boardOf({ rows, columns }) {
  const name = `rows=${rows}&columns=${columns}`;
  if (!boards.has(name)) boards.set(name, await (await fetch(`/board.json?${name}&form=${form}`)).json());
  return boards.get(name);
}

async function showCells(board) {
  const scene = cellsOf(board);
  if (!scene) {
    canvas.replaceChildren();
    return tell(`Give the board's size first, in at most ${MOST_SIDE} rows and columns with cells such as a1.`);
  }
  const words = field.value;
  scene.board = await boardOf(scene);
  if (field.value !== words) return; // something else is drawn by now
  const svg = drawCells(scene, { room: canvas.clientWidth });
  const flow = flowing(scene.board, canvas.clientWidth);
  [...svg.querySelectorAll(".cell")].forEach((group, number) => pressable(group, scene.cells[number].text, press, flow.at(number), flow.around(number)));
  canvas.replaceChildren(svg);
}

// -- graphs ------------------------------------------------------------------------------------

const range = (n) => [...Array(n).keys()];
const FAMILIES = {
  path: (k) => [k, range(Math.max(k - 1, 0)).map((v) => [v, v + 1])],
  cycle: (k) => [k, range(k).map((v) => [v, (v + 1) % k])],
  star: (k) => [k + 1, range(k).map((v) => [0, v + 1])],
  complete: (k) => [k, range(k).flatMap((a) => range(k).filter((b) => a < b).map((b) => [a, b]))],
  empty: (k) => [k, []],
  grid: (a, b) => [a * b, range(a * b).flatMap((v) => [
    ...((v + 1) % b ? [[v, v + 1]] : []), ...(v + b < a * b ? [[v, v + b]] : [])])],
};

/** Vertices and edges of the graph that the words name; `null` where only the program knows it. */
function graphOf(board) {
  const [name, ...words] = board.plain;
  if (name === undefined) return { n: 0, edges: [] };
  const numbers = words.map(Number);
  if (numbers.some((number) => !Number.isInteger(number) || number < 0 || number > MOST_VERTICES)) return null;
  if (name === "edges") {
    const [n = 0, ...ends] = numbers;
    if (ends.length % 2 || ends.some((v) => v >= n)) return null;
    return { n, edges: range(ends.length / 2).map((k) => [ends[2 * k], ends[2 * k + 1]]) };
  }
  if (!Object.hasOwn(FAMILIES, name) || numbers.length !== FAMILIES[name].length) return null;
  const [n, edges] = FAMILIES[name](...numbers);
  return n > MOST_VERTICES ? null : { n, edges, grid: name === "grid" ? numbers[1] : 0 };
}

function setGraph(board, graph) {
  board.plain = ["edges", graph.n, ...graph.edges.flat()];
}

/** A vertex that was not put down by hand stands on a circle, or in its row of a grid. */
function place(graph, v) {
  if (placed[v]) return placed[v];
  if (graph.grid) return [30 + 50 * (v % graph.grid), 30 + 50 * Math.floor(v / graph.grid)];
  const turn = (2 * Math.PI * v) / Math.max(graph.n, 1) - Math.PI / 2;
  return [WIDE / 2 + (WIDE / 2 - 40) * Math.cos(turn), WIDE / 2 + (WIDE / 2 - 40) * Math.sin(turn)];
}

function showGraph(board) {
  const graph = graphOf(board);
  if (!graph) {
    canvas.replaceChildren();
    return tell("This graph is given by words that are not drawn here; clear the words to draw one.");
  }
  const spots = range(graph.n).map((v) => place(graph, v));
  const vertices = spots.map((_, v) => {
    const has = marks.find((option) => members(board, option).includes(String(v))) || "";
    const stone = { red: "R", blue: "B" }[has] || "";
    return { text: String(v), stone, token: has === "start", gone: has === "route" || has === "played", hint: stone ? "" : has };
  });
  const paths = graph.edges.map(([a, b]) => [spots[a], spots[b]]);
  const scene = { graph: { points: spots, edges: graph.edges, paths, radius: 15 }, bold: [], vertices };
  const svg = drawGraph(scene, { asked: joined === null ? null : String(joined), whole: { viewBox: `0 0 ${WIDE} ${WIDE}`, width: WIDE, height: WIDE } });
  if (board.options.has("directed") || directed) graph.edges.forEach(([a, b]) => svg.append(head(spots[a], spots[b], 17)));
  [...svg.querySelectorAll(".vertex")].forEach((group, v) => {
    pressable(group, String(v), press, spots[v]);
    if (vertices[v].hint) group.append(make("svg:text", { x: spots[v][0], y: spots[v][1] + 24 }, vertices[v].hint));
  });
  svg.addEventListener("click", (event) => {
    if (event.target.closest(".vertex") || tool() !== "vertex") return;
    const box = svg.getBoundingClientRect();
    add([((event.clientX - box.x) * WIDE) / box.width, ((event.clientY - box.y) * WIDE) / box.height]);
  });
  canvas.replaceChildren(svg);
}

function add(spot) {
  const board = parsed();
  const graph = graphOf(board);
  if (!graph || graph.n >= MOST_VERTICES) return tell(`A graph that is drawn has at most ${MOST_VERTICES} vertices.`);
  placed = range(graph.n).map((v) => place(graph, v));
  if (spot) placed[graph.n] = spot;
  else placed = [];
  graph.n += 1;
  setGraph(board, graph);
  write(board);
  show();
  tell(`vertex ${graph.n - 1}`);
}

/** Without a vertex the greater ones move down by one, in edges and in options. */
function remove(board, graph, v) {
  placed = range(graph.n).map((w) => place(graph, w)).filter((_, w) => w !== v);
  const less = (w) => (w > v ? w - 1 : w);
  graph.edges = graph.edges.filter((edge) => !edge.includes(v)).map((edge) => edge.map(less));
  graph.n -= 1;
  for (const option of marks)
    setMembers(board, option, members(board, option).filter((w) => w !== String(v)).map((w) => String(less(Number(w)))));
  setGraph(board, graph);
}

function join(board, graph, v) {
  if (joined === null || joined === v) {
    joined = joined === v ? null : v;
    return joined === null ? "no edge" : `an edge from ${v}: choose its other end`;
  }
  const oneWay = board.options.has("directed") || directed;
  const same = ([a, b]) => (a === joined && b === v) || (!oneWay && a === v && b === joined);
  const was = graph.edges.length;
  placed = range(graph.n).map((w) => place(graph, w));
  graph.edges = graph.edges.filter((edge) => !same(edge));
  const text = `${joined} ${v}`;
  if (graph.edges.length === was) graph.edges.push([joined, v]);
  setGraph(board, graph);
  joined = null;
  return graph.edges.length > was ? `edge ${text}` : `no edge ${text}`;
}

// -- both --------------------------------------------------------------------------------------

async function press(text) {
  const board = parsed();
  let done;
  if (form !== "graph") {
    cellsOf(board); // cells in the spelling of the board
    done = mark(board, text, marks);
  } else {
    const [graph, v] = [graphOf(board), Number(text)];
    const bare = !marks.some((option) => members(board, option).includes(text));
    if (tool() !== "edge") joined = null;
    if (tool() === "edge") done = join(board, graph, v);
    else if (tool() === "vertex") done = `vertex ${v}`;
    else if (tool() === "erase" && bare) remove(board, graph, v), (done = `vertex ${v} is gone`);
    else done = mark(board, text, marks);
  }
  write(board);
  await show();
  canvas.querySelector(`[data-move="${text}"]`)?.focus();
  tell(done);
}

async function show() {
  const board = parsed();
  const mover = drawing.querySelector("#to-move");
  if (mover) mover.value = board.options.get("to-move") ?? "";
  if (form === "graph") showGraph(board);
  else await showCells(board);
  canvas.dataset.words = field.value;
}

field.addEventListener("input", () => {
  tell("");
  [joined, placed] = [null, []];
  show();
});
drawing.querySelector("#add-vertex")?.addEventListener("click", () => add(null));
drawing.querySelector("#clear").addEventListener("click", () => {
  const board = parsed();
  for (const option of [...marks, "to-move"]) board.options.delete(option);
  if (form === "graph") [board.plain, placed, joined] = [[], [], null];
  write(board);
  show();
  tell("nothing is drawn");
});
drawing.querySelector("#to-move")?.addEventListener("change", (event) => {
  const board = parsed();
  board.options.set("to-move", event.target.value);
  write(board);
});
tell("");
drawing.hidden = false;
show();
