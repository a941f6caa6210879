// Draw a position: what is drawn is written as words into the form, and words are drawn.
"use strict";

const drawing = document.getElementById("drawing");
const field = document.getElementById("words");
const said = document.getElementById("drawn");
const canvas = document.getElementById("canvas");
const problem = document.getElementById("problem");
const { form, directed } = drawing.dataset;
const listed = (text) => (text ? text.split(" ") : []);
const flags = new Set(listed(drawing.dataset.flags));
const marks = listed(drawing.dataset.marks); // options that list cells or vertices
const MOST_VERTICES = 60;
const WIDE = 480;
let read = {}; // what the server says of the words: a board, a graph or a picture, or a problem
let turn = Promise.resolve(); // what is drawn waits for the words to be read
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

/** Cells of boards in space have commas in their names. */
const between = () => (read.labels?.some((label) => label.includes(",")) ? ";" : ",");
const members = (board, name) => (board.options.get(name) || "").split(between() === ";" ? ";" : /[,;]/).filter(Boolean);

function setMembers(board, name, values) {
  if (values.length) board.options.set(name, values.join(between()));
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

function showCells() {
  const stones = { X: new Set(read.first), O: new Set(read.second) };
  const cells = read.labels.map((text, cell) => ({ text, label: "", stone: stones.X.has(cell) ? "X" : stones.O.has(cell) ? "O" : "" }));
  const svg = drawCells({ board: read.board, cells }, { room: canvas.clientWidth });
  const flow = flowing(read.board, canvas.clientWidth);
  [...svg.querySelectorAll(".cell")].forEach((group, number) => pressable(group, cells[number].text, press, flow.at(number), flow.around(number)));
  canvas.replaceChildren(svg);
}

// -- graphs ------------------------------------------------------------------------------------

const range = (n) => [...Array(n).keys()];

/** Vertices and edges of the graph that the words name, none where there are no words; `null` where they
 *  cannot be read. Where the server put them they stay, and so do those that were put down by hand. */
function graphOf(board) {
  if (!board.plain.length) return { n: 0, edges: [] };
  if (!read.graph || read.graph.n > MOST_VERTICES) return null;
  return { n: read.graph.n, edges: read.graph.edges.map((edge) => [...edge]), given: read.graph };
}

/** The graph as a list of edges, where vertices are numbers. */
function setGraph(board, graph) {
  const names = graph.given?.names ?? [];
  for (const option of marks) setMembers(board, option, members(board, option).map((name) => String(names.indexOf(name) < 0 ? name : names.indexOf(name))));
  board.plain = ["edges", graph.n, ...graph.edges.flat()];
}

const nameOf = (graph, v) => graph.given?.names[v] ?? String(v);

/** Where a vertex is: where it was put down by hand, else where Python puts it. */
const place = (graph, v) => placed[v] ?? graph.given.points[v];

function showGraph(board) {
  const graph = graphOf(board);
  if (!graph) {
    canvas.replaceChildren();
    return tell(`A graph that is drawn on has at most ${MOST_VERTICES} vertices.`);
  }
  const spots = range(graph.n).map((v) => place(graph, v));
  const vertices = spots.map((_, v) => {
    const has = marks.find((option) => members(board, option).includes(nameOf(graph, v))) || "";
    const stone = { red: "R", blue: "B" }[has] || "";
    return { text: nameOf(graph, v), stone, token: has === "start", gone: has === "route" || has === "played", hint: stone ? "" : has };
  });
  const own = !placed.length && graph.given;
  const paths = own ? graph.given.paths : graph.edges.map(([a, b]) => [spots[a], spots[b]]);
  const scene = { graph: { points: spots, edges: graph.edges, paths, radius: own ? own.radius : 15 }, bold: [], vertices };
  const svg = drawGraph(scene, { asked: joined === null ? null : String(joined), whole: own ? null : sheet(spots) });
  if (board.options.has("directed") || directed) graph.edges.forEach(([a, b]) => svg.append(head(spots[a], spots[b], 17)));
  [...svg.querySelectorAll(".vertex")].forEach((group, v) => {
    pressable(group, nameOf(graph, v), press, spots[v]);
    if (vertices[v].hint) group.append(make("svg:text", { x: spots[v][0], y: spots[v][1] + 24 }, vertices[v].hint));
  });
  svg.addEventListener("click", (event) => {
    if (event.target.closest(".vertex") || tool() !== "vertex") return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    later(() => add([at.x, at.y]));
  });
  canvas.replaceChildren(svg);
}

/** The part of the plane that is seen while one draws. */
function sheet(spots) {
  const [wide, high] = [0, 1].map((axis) => Math.max(WIDE, ...spots.map((spot) => spot[axis] + 40)));
  return { viewBox: `0 0 ${wide} ${high}`, style: fits(wide, high, 1) };
}

async function add(spot) {
  const board = parsed();
  const graph = graphOf(board);
  if (!graph || graph.n >= MOST_VERTICES) return tell(`A graph that is drawn has at most ${MOST_VERTICES} vertices.`);
  placed = range(graph.n).map((v) => place(graph, v));
  if (spot) placed[graph.n] = spot;
  else placed = [];
  graph.n += 1;
  setGraph(board, graph);
  write(board);
  await show();
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

const press = (text) => later(() => pressed(text));

async function pressed(text) {
  const board = parsed();
  let done;
  if (form !== "graph") {
    for (const option of marks) setMembers(board, option, (read[option] ?? []).map((cell) => read.labels[cell]));
    done = mark(board, text, marks);
  } else {
    const graph = graphOf(board);
    const v = range(graph.n).find((w) => nameOf(graph, w) === text);
    const bare = !marks.some((option) => members(board, option).includes(text));
    if (tool() !== "edge") joined = null;
    if (tool() === "edge") done = join(board, graph, v);
    else if (tool() === "vertex") done = `vertex ${v}`;
    else if (tool() === "erase" && bare) remove(board, graph, v), (done = `vertex ${v} is gone`);
    else done = mark(board, text, marks);
  }
  write(board);
  await show();
  canvas.querySelector(`[data-move="${CSS.escape(text)}"]`)?.focus();
  tell(done);
}

function later(act) {
  drawing.ariaBusy = "true";
  const mine = turn.then(act).finally(() => turn === mine && (drawing.ariaBusy = "false"));
  turn = mine;
  return mine;
}

/** What the words mean, as the server reads them. */
async function meaning(words) {
  if (!words.trim()) return {};
  const body = new URLSearchParams({ words: `${drawing.dataset.game} ${words}` });
  return (await fetch("/read", { method: "POST", body })).json();
}

async function show() {
  const words = field.value;
  const found = await meaning(words);
  if (field.value !== words) return; // more was typed
  read = found;
  const board = parsed();
  const mover = drawing.querySelector("#to-move");
  if (mover) mover.value = board.options.get("to-move") ?? "";
  problem.textContent = read.problem ?? "";
  field.setAttribute("aria-invalid", String(Boolean(read.problem)));
  if (read.late) tell("These words take long to read; ask to have them answered.");
  if (form === "graph" && !read.problem) showGraph(board);
  else if (read.board) showCells();
  else if (read.picture) canvas.replaceChildren(pictured(read.picture));
  else if (!read.problem) canvas.replaceChildren();
  canvas.dataset.words = words;
}

let waiting = null;
field.addEventListener("input", () => {
  tell("");
  [joined, placed] = [null, []];
  clearTimeout(waiting);
  waiting = setTimeout(() => later(show), 150);
});
drawing.querySelector("#add-vertex")?.addEventListener("click", () => later(() => add(null)));
drawing.querySelector("#clear")?.addEventListener("click", () => later(async () => {
  const board = parsed();
  for (const option of [...marks, "to-move"]) board.options.delete(option);
  if (form === "graph") [board.plain, placed, joined] = [[], [], null];
  write(board);
  await show();
  tell("nothing is drawn");
}));
drawing.querySelector("#to-move")?.addEventListener("change", (event) => {
  const board = parsed();
  board.options.set("to-move", event.target.value);
  write(board);
  later(show);
});
tell("");
drawing.hidden = false;
later(show);
