// The page: games as something to be played against a proof. A model has `label`, `hero` (the proved
// player), `start()`, `turn(s)` ("hero", "opponent" or "over"), `moves(s)` (texts), `after(s, text)`,
// `reply(s)` ({text, reason, next}, and `shown`, what boards.js draws of the reason), `says(s)` (one
// line), `scene(s)` (what boards.js draws), `reaches(s, wanted)` for the search, and perhaps
// `danger(s, text)`, how much a move of the opponent asks of the proof, `notation`, how moves are
// written, and `example`, a position to search for. States are never changed.
"use strict";

// -- positional games ----------------------------------------------------------------------------

/** The sets that a player has completed, as cells; on a Hex board the stones that join his sides. */
function completed(position, player) {
  if (position.chain) return [position.chain(player) ?? []];
  return position.sets(player).filter((set) => set.every((cell) => position.stones(player).has(cell)));
}

/** Sets that lack one cell only, whole, at most three of them. */
function almost(position, player) {
  if (position.chain) return [];
  const [own, theirs] = [position.stones(player), position.stones(otherPlayer(player))];
  const lacking = (set) => set.filter((cell) => !own.has(cell)).length;
  return position.sets(player).filter((set) => set.length > 1 && lacking(set) === 1 && !set.some((cell) => theirs.has(cell))).slice(0, 3);
}

class PositionalModel {
  constructor(position, proof, board) {
    Object.assign(this, { position, proof, board, hero: proof.player });
    this.other = otherPlayer(this.hero);
    this.label = `the ${this.hero} player (${this.hero === "first" ? "X" : "O"})`;
  }
  start() {
    return { position: this.position, state: this.proof.begin(this.position), last: -1 };
  }
  turn(s) {
    if (s.position.result() !== null) return "over";
    return s.position.toMove === this.hero ? "hero" : "opponent";
  }
  moves(s) {
    return [...s.position.moves()].map((cell) => s.position.write(cell));
  }
  after(s, text) {
    const cell = s.position.read(text);
    return { position: s.position.play(cell), state: s.state, last: cell };
  }
  reply(s) {
    const found = this.proof.reply(s.position, s.state, s.last);
    const next = { position: s.position.play(found.cell), state: found.state, last: -1 };
    const shown = [...(found.shown ?? [])];
    let reason = found.reason;
    for (const set of almost(s.position, this.other).filter((set) => set.includes(found.cell))) {
      reason += `; it stops ${named(s.position, set)}`;
      shown.push({ how: "threat", at: set });
    }
    if (!shown.some(({ how }) => how === "aim")) almost(next.position, this.hero).forEach((set) => shown.push({ how: "aim", at: set }));
    return { text: s.position.write(found.cell), reason, shown, next };
  }
  says(s) {
    const result = s.position.result();
    const stones = this.other === "first" ? "X" : "O";
    if (result === null) return s.position.toMove === this.other ? `Your move: you play ${stones}.` : "The proof is to move.";
    if (s.position.ending) return `The game is over: ${s.position.ending(result)}.`;
    const over = { draw: "a draw", maker: "Maker has a set", breaker: "Breaker has stopped every set" };
    return `The game is over: ${over[result] ?? `the ${result} player has a set`}.`;
  }
  /** How many sets the opponent is about to complete through this cell. */
  danger(s, text) {
    if (s.position.chain) return 0;
    const cell = s.position.read(text);
    return liveSets(s.position, this.other).reduce((sum, set) => sum + (set.includes(cell) ? 2 ** -set.length : 0), 0);
  }
  scene(s) {
    const { position } = s;
    const labels = this.proof.labels ? this.proof.labels(s.state) : new Map();
    const cells = Array.from({ length: position.board.cells }, (_, cell) => ({
      text: position.write(cell),
      stone: position.first.has(cell) ? "X" : position.second.has(cell) ? "O" : "",
      label: labels.get(cell) ?? "",
    }));
    const won = ["first", "second"].flatMap((player) => completed(position, player)).slice(0, 4);
    const shown = won.filter((set) => set.length).map((at) => ({ how: "won", at }));
    return { type: "cells", board: this.board, cells, shown: position.result() === null ? [] : shown };
  }
  get example() {
    const [a, b, c] = [0, 1, 2].map((cell) => (cell < this.position.board.cells ? this.position.write(cell) : ""));
    return `X ${a} ${b} O ${c}`;
  }
  /** `X a1 b2 O c3`: which opponent's stones are still to come, null when this cannot lead there. */
  wanted(text) {
    const found = { X: new Set(), O: new Set() };
    let side = null;
    for (const word of text.split(/[\s;]+/).filter(Boolean)) {
      if (word === "X" || word === "O") side = word;
      else if (!side) refuse("say whose stones: X a1 b2 O c3");
      else found[side].add(this.position.read(word));
    }
    return { first: found.X, second: found.O };
  }
  reaches(s, wanted) {
    const inside = (player) => [...s.position.stones(player)].every((cell) => wanted[player].has(cell));
    if (!inside("first") || !inside("second")) return { found: false, next: [] };
    const found = s.position.first.size === wanted.first.size && s.position.second.size === wanted.second.size;
    const next = [...wanted[this.other]].filter((cell) => !s.position.taken(cell)).map((cell) => s.position.write(cell));
    return { found, next };
  }
}

// -- strategies of any game ------------------------------------------------------------------------

/** The graph of a strategy needs no rules: its edges are all that can be played. */
class StrategyModel {
  constructor(certificate, row, position, board) {
    this.board = board;
    this.t = { ...listsOf(certificate, "starts", "moves", "children", "keys"), texts: certificate.texts };
    [this.starter, this.hero, this.root] = [row.starter, row.side.join(" and "), Number(row.root)];
    this.rules = position;
    this.label = `${this.hero}, when ${this.starter} starts`;
  }
  start() {
    return { node: this.root, position: this.rules, path: [] };
  }
  edges(s) {
    const found = [];
    for (let e = this.t.starts[s.node]; e < this.t.starts[s.node + 1]; e++)
      found.push([this.t.texts[this.t.moves[e]], this.t.children[e]]);
    return found;
  }
  turn(s) {
    if (this.t.starts[s.node] === this.t.starts[s.node + 1]) return "over";
    return this.t.keys[s.node] !== 0 ? "hero" : "opponent";
  }
  moves(s) {
    return this.edges(s).map(([text]) => text);
  }
  after(s, text) {
    const edge = this.edges(s).find(([given]) => given === text) ?? refuse(`${text} is not a move here`);
    const position = s.position && s.position.play(s.position.read(text));
    return { node: edge[1], position, path: [...s.path, text] };
  }
  reply(s) {
    const [[text]] = this.edges(s);
    const next = this.after(s, text);
    return { text, reason: `node ${s.node} of the strategy: ${text} leads to node ${next.node}, from where it wins or holds against every move`, next };
  }
  says(s) {
    const turn = this.turn(s);
    if (turn !== "over") return turn === "hero" ? "The proof is to move." : "Your move.";
    return `The game is over${s.position instanceof Positional ? `: ${s.position.result()}` : ""}.`;
  }
  scene(s) {
    if (s.position instanceof Positional) return new PositionalModel(s.position, { player: "first" }, this.board).scene(s);
    if (s.position instanceof Heaps) return heapScene(s.position);
    return { type: "list", path: s.path, moves: this.moves(s) };
  }
  wanted(text) {
    return text.split(/[\s;]+/).filter(Boolean);
  }
  /** A position is looked for by the moves that were played, in any order. */
  reaches(s, wanted) {
    const left = [...wanted];
    for (const move of s.path) {
      const at = left.indexOf(move);
      if (at < 0) return { found: false, next: [] };
      left.splice(at, 1);
    }
    return { found: !left.length, next: this.moves(s).filter((move) => left.includes(move)) };
  }
}

// -- heaps and their values ---------------------------------------------------------------------------

const heapScene = (position, values = null) => ({
  type: "heaps", game: position.game, sizes: position.heaps.map(String), values,
  moves: [...take(position.moves(), 2000)].map((move) => ({ text: position.write(move), by: move.map(String) })),
});

function* take(items, count) {
  for (const item of items) {
    if (count-- <= 0) return;
    yield item;
  }
}

const mex = (values) => {
  let least = 0n;
  const seen = new Set(values.map(String));
  while (seen.has(String(least))) least++;
  return least;
};

class ValuesModel {
  constructor(position, valueOf, source) {
    Object.assign(this, { position, valueOf, source });
    this.hero = this.total(position) === 0n ? "previous" : "next";
    this.label = this.hero === "next" ? "whoever starts" : "whoever answers";
  }
  /** Rook and Wythoff positions are one part, the others a sum of heaps. */
  parts(position) {
    const whole = position.game === "rook" || position.game === "wythoff";
    return whole ? [position] : position.heaps.map((n) => new Heaps(position.game, [n], position.allowed));
  }
  /** The values of the parts together; null where one of them is not known. */
  total(position) {
    const values = this.parts(position).map((part) => this.valueOf(part));
    return values.includes(null) ? null : values.reduce((sum, value) => sum ^ value, 0n);
  }
  written(position) {
    return this.parts(position).map((part) => this.valueOf(part) ?? "?").join(" ⊕ ");
  }
  start() {
    return { position: this.position, mover: "next", path: [] };
  }
  turn(s) {
    if (s.position.result() !== null) return "over";
    return s.mover === this.hero ? "hero" : "opponent";
  }
  moves(s) {
    return [...take(s.position.moves(), 2000)].map((move) => s.position.write(move));
  }
  after(s, text) {
    const position = s.position.play(s.position.read(text));
    return { position, mover: s.mover === "next" ? "previous" : "next", path: [...s.path, text] };
  }
  reply(s) {
    for (const move of s.position.moves()) {
      const after = s.position.play(move);
      if (this.total(after) !== 0n) continue;
      const text = s.position.write(move);
      const reason = `the values ${this.written(s.position)} are not 0 together; ${text} leaves ${this.written(after)} = 0, from where every move leads away from 0 (${this.source})`;
      return { text, reason, next: this.after(s, text) };
    }
    return refuse("no move leaves the value 0");
  }
  says(s) {
    const total = this.total(s.position);
    const values = `values ${this.written(s.position) || "none"} ${total === null ? "are not 0 together" : `= ${total}`}`;
    const turn = this.turn(s);
    if (turn === "over") return `The game is over: ${s.mover === this.hero ? "you have" : "the proof has"} moved last and won.`;
    return `${turn === "hero" ? "The proof is to move" : "Your move"}; ${values}.`;
  }
  /** How moves are written, where that has to be said. */
  get notation() {
    const [first] = this.moves(this.start());
    const [, heap, taken] = /^([0-9]+):([0-9]+)$/.exec(first ?? "") ?? [];
    return heap ? `A move ${heap}:${taken} takes ${taken} from heap ${heap}.` : "";
  }
  /** The values of the heaps, where each is a part by itself. */
  worths(position) {
    const parts = this.parts(position);
    return parts.length === position.heaps.length ? parts.map((part) => String(this.valueOf(part) ?? "?")) : null;
  }
  scene(s) {
    return heapScene(s.position, this.worths(s.position));
  }
  wanted(text) {
    return text.trim().split(/[\s,]+/).join(" ");
  }
  reaches(s, wanted) {
    const found = s.position.heaps.join(" ") === wanted;
    const target = wanted.split(" ");
    const fits = s.position.heaps.every((n, i) => target[i] !== undefined && /^[0-9]+$/.test(target[i]) && n >= BigInt(target[i]));
    return { found, next: found || !fits ? [] : this.moves(s) };
  }
}

/** The value of a part from a table of the certificate, by the sizes in base 16; else by theorem. */
function heapValues(position, certificate) {
  const kind = certificate.kind;
  if (kind === "mex" && !certificate.heaps.data.length) {
    const valueOf = (part) => BigInt(certificate.values[part.heaps.map((n) => n.toString(16)).join(" ")] ?? refuse("the table lacks a position"));
    return new ValuesModel(position, valueOf, "each value is the mex of those after a move");
  }
  if (kind === "closed-form" && position.game === "nim")
    return new ValuesModel(position, (part) => part.heaps[0], "a heap is worth its size: Bouton 1902");
  if (kind === "closed-form" && position.game === "rook")
    return new ValuesModel(position, (part) => part.heaps[0] ^ part.heaps[1], "the rook game is Nim with two heaps");
  if (kind === "closed-form" && position.game === "even-odd")
    return new ValuesModel(position, ({ heaps: [n] }) => (n === 0n ? 0n : n % 2n ? (n + 1n) / 2n : n / 2n - 1n), "a pile of 2k is worth k - 1, of 2k - 1 it is worth k");
  return null;
}

// -- graphs: geography by a matching, Snort and Col by opposition ----------------------------------------

const neighboursOf = (graph) => {
  const near = Array.from({ length: graph.n }, () => new Set());
  graph.edges.forEach(([a, b]) => (near[a].add(b), near[b].add(a)));
  return near;
};

class MatchingModel {
  constructor(graph, certificate) {
    this.graph = graph;
    this.near = neighboursOf(graph);
    this.mate = [...certificate.mate.data].map(Number);
    // For P it misses the token's vertex.
    this.hero = this.mate[graph.token] >= 0 ? "mover" : "other";
    this.label = this.hero === "mover" ? "the player to move" : "the player who answers";
  }
  start() {
    return { token: this.graph.token, gone: new Set(this.graph.gone), mover: "mover" };
  }
  targets(s) {
    return [...this.near[s.token]].filter((v) => v !== s.token && !s.gone.has(v)).sort((a, b) => a - b);
  }
  turn(s) {
    if (!this.targets(s).length) return "over";
    return s.mover === this.hero ? "hero" : "opponent";
  }
  moves(s) {
    return this.targets(s).map((v) => this.graph.names[v]);
  }
  after(s, text) {
    const v = this.graph.names.indexOf(text);
    if (!this.targets(s).includes(v)) refuse(`${text} is not a move here`);
    return { token: v, gone: new Set(s.gone).add(s.token), mover: s.mover === "mover" ? "other" : "mover" };
  }
  reply(s) {
    const v = this.mate[s.token];
    const text = this.graph.names[v];
    const reason = `${this.graph.names[s.token]} and ${text} are an edge of the matching, whose vertices disappear two by two`;
    return { text, reason, shown: [{ how: "edge", at: [s.token, v] }], next: this.after(s, text) };
  }
  says(s) {
    const turn = this.turn(s);
    if (turn === "over") return `The game is over: ${s.mover === this.hero ? "you have" : "the proof has"} moved last and won.`;
    return turn === "hero" ? "The proof is to move." : "Your move.";
  }
  scene(s) {
    const moves = this.targets(s);
    const matched = this.mate.flatMap((b, a) => (a < b ? [[a, b]] : []));
    const vertices = this.graph.names.map((text, v) => ({ text, gone: s.gone.has(v), token: s.token === v, playable: moves.includes(v) }));
    return { type: "graph", graph: this.graph, vertices, bold: matched };
  }
  wanted(text) {
    return text.trim();
  }
  reaches(s, wanted) {
    return { found: this.graph.names[s.token] === wanted, next: this.targets(s).map((v) => this.graph.names[v]) };
  }
}

/** To whom a free vertex is left in Snort and Col: `red`, `blue`, `nobody`, or empty for both. */
function leftTo(graph, near, red, blue) {
  const has = { red: new Set(red), blue: new Set(blue) };
  const may = (v, own, other) => {
    const barred = has[graph.forbidden === "own" ? own : other];
    return !graph[`only_${other}`].includes(v) && ![...near[v]].some((u) => barred.has(u));
  };
  return graph.names.map((_, v) => {
    if (has.red.has(v) || has.blue.has(v)) return "";
    const [forRed, forBlue] = [may(v, "red", "blue"), may(v, "blue", "red")];
    return forRed && forBlue ? "" : forRed ? "red" : forBlue ? "blue" : "nobody";
  });
}

const LEFT_TO = "A free vertex edged in red is left to Red, in blue to Blue; a pale one to nobody.";

class OppositionModel {
  get notation() {
    return LEFT_TO;
  }
  constructor(graph, row) {
    this.graph = graph;
    this.near = neighboursOf(graph);
    [this.starter, this.hero] = row;
    this.first = row[2][0];
    this.image = new Map(row[3].map(([v, u]) => [Number(v), Number(u)]));
    this.other = this.hero === "red" ? "blue" : "red";
    this.label = `${this.hero}, when ${this.starter} starts`;
  }
  start() {
    const stones = { red: new Set(this.graph.red), blue: new Set(this.graph.blue) };
    return { stones, mover: this.starter, last: -1 };
  }
  left(s) {
    return leftTo(this.graph, this.near, s.stones.red, s.stones.blue);
  }
  free(s, left = this.left(s)) {
    return left.flatMap((whom, v) => (s.stones.red.has(v) || s.stones.blue.has(v) || (whom && whom !== s.mover) ? [] : [v]));
  }
  turn(s) {
    if (!this.free(s).length) return "over";
    return s.mover === this.hero ? "hero" : "opponent";
  }
  moves(s) {
    return this.free(s).map((v) => this.graph.names[v]);
  }
  after(s, text) {
    const v = this.graph.names.indexOf(text);
    if (!this.free(s).includes(v)) refuse(`${text} is not a move here`);
    const stones = { ...s.stones, [s.mover]: new Set(s.stones[s.mover]).add(v) };
    return { stones, mover: s.mover === "red" ? "blue" : "red", last: v };
  }
  reply(s) {
    const opens = s.last < 0;
    const v = opens ? Number(this.first) : this.image.get(s.last);
    const text = this.graph.names[v];
    const reason = opens ? "the first move of the certificate" : `${text} is the image of ${this.graph.names[s.last]}: where you could play, the image can be played`;
    return { text, reason, shown: opens ? [] : [{ how: "image", at: [s.last, v] }], next: this.after(s, text) };
  }
  says(s) {
    const turn = this.turn(s);
    if (turn === "over") return `The game is over: ${s.mover} cannot move, ${s.mover === this.hero ? "you have" : "the proof has"} won.`;
    return turn === "hero" ? "The proof is to move." : `Your move: you play ${s.mover}.`;
  }
  scene(s) {
    const left = this.left(s);
    const free = this.free(s, left);
    const vertices = this.graph.names.map((text, v) => ({
      text, left: left[v], stone: s.stones.red.has(v) ? "R" : s.stones.blue.has(v) ? "B" : "", playable: free.includes(v),
      hint: this.image.has(v) ? `image ${this.graph.names[this.image.get(v)]}` : "",
    }));
    return { type: "graph", graph: this.graph, vertices, bold: [] };
  }
  wanted(text) {
    const words = text.split(/[\s;]+/).filter(Boolean);
    return words.map((word) => this.graph.names.indexOf(word));
  }
  reaches(s, wanted) {
    const placed = [...s.stones[this.other]];
    const inside = placed.every((v) => wanted.includes(v) || this.graph[this.other].includes(v));
    const left = wanted.filter((v) => !s.stones.red.has(v) && !s.stones.blue.has(v));
    return { found: inside && !left.length, next: inside ? left.map((v) => this.graph.names[v]) : [] };
  }
}

// -- plays that were played out when the page was made -------------------------------------------------

/** A state is a node; the proof was asked for its moves beforehand, or is asked when `served`. */
class PlayedModel {
  constructor({ nodes, label }, graph, served) {
    Object.assign(this, { nodes, label, graph, served, asking: new Map(), near: graph ? neighboursOf(graph) : null });
  }
  get notation() {
    return this.nodes[0].red ? LEFT_TO : "";
  }
  /** Is a node not known that can come up before the opponent moves twice? */
  lacks(s) {
    const reached = (node, ahead) => this.nodes[node].turn === "unknown" || (ahead > 0 && this.nodes[node].moves.some(([, next]) => reached(next, ahead - 1)));
    return this.served && reached(s.node, 2);
  }
  /** Asks the server what can come after a state; says whether there was an answer. */
  learn(s) {
    if (!this.served) return Promise.resolve(false);
    if (!this.asking.has(s.node)) this.asking.set(s.node, this.told(s).finally(() => this.asking.delete(s.node)));
    return this.asking.get(s.node);
  }
  async told({ node, path }) {
    try {
      const answer = await fetch("after", { method: "POST", body: new URLSearchParams({ path: JSON.stringify(path) }) });
      const { nodes } = await answer.json();
      // Its first node is the one that was asked about, the others are new ones.
      const number = (k) => (k ? this.nodes.length - 1 + k : node);
      const found = nodes.map((one) => ({ ...one, moves: one.moves.map(([text, next]) => [text, number(next)]) }));
      this.nodes[node] = found[0];
      this.nodes.push(...found.slice(1));
      return true;
    } catch {
      this.served = false; // a server that is gone, or was ended and begun again, says no more
      return false;
    }
  }
  start() {
    return { node: 0, path: [] };
  }
  turn(s) {
    return this.nodes[s.node].turn;
  }
  moves(s) {
    return this.nodes[s.node].moves.map(([text]) => text);
  }
  after(s, text) {
    const [, node] = this.nodes[s.node].moves.find(([given]) => given === text) ?? refuse(`${text} is not a move here`);
    return { node, path: [...s.path, text] };
  }
  reply(s) {
    const { moves: [[text]], reason } = this.nodes[s.node];
    return { text, reason, next: this.after(s, text) };
  }
  says(s) {
    const { turn, result } = this.nodes[s.node];
    if (turn === "unknown") return this.served ? "Asking the proof …" : "This page knows the play no further, which is too large to be written into it: gameproof play goes on.";
    return turn === "over" ? `The game is over: ${result}.` : turn === "hero" ? "The proof is to move." : "Your move.";
  }
  scene(s) {
    const { picture, red, blue } = this.nodes[s.node];
    const moves = this.moves(s);
    if (!red) return { type: "list", path: s.path, moves, picture };
    const left = leftTo(this.graph, this.near, red, blue);
    const vertices = this.graph.names.map((text, v) => ({
      text, left: left[v], stone: red.includes(v) ? "R" : blue.includes(v) ? "B" : "", playable: moves.includes(text),
    }));
    return { type: "graph", graph: this.graph, vertices, bold: [] };
  }
  wanted(text) {
    return StrategyModel.prototype.wanted(text);
  }
  reaches(s, wanted) {
    return StrategyModel.prototype.reaches.call(this, s, wanted);
  }
}

// -- from a certificate to what can be played against -----------------------------------------------------

/** The models of a proof; none where it cannot be played against. */
function modelsOf(asked, view, certificate) {
  if (view.misere) return []; // the models play normally
  const kind = certificate.kind;
  if (kind === "together" && !(asked instanceof Positional)) return certificate.parts.flatMap((part) => modelsOf(asked, view, part));
  if (kind === "together") {
    const rest = certificate.parts.flatMap((part) => (part.kind === "play" ? modelsOf(asked, view, part) : []));
    return [...positionalProofs(asked, certificate, view.regions).map((proof) => new PositionalModel(asked, proof, view.board)), ...rest];
  }
  if (kind === "connection") {
    if (!view.hex) return [];
    const position = HexPosition.of(view.hex);
    return [new PositionalModel(position, new ConnectionProof(position, certificate), view.board)];
  }
  if (kind === "mex" && view.kayles) return [KaylesModel.of(view.kayles)];
  if (kind === "mex" && view.octal) return [OctalModel.of(view.octal, certificate)];
  if (kind === "play") return certificate.proofs.map((row) => new StrategyModel(certificate, row, asked, view.board));
  if (asked instanceof Positional) return positionalProofs(asked, certificate, view.regions).map((proof) => new PositionalModel(asked, proof, view.board));
  if (asked instanceof Heaps) {
    const model = heapValues(asked, certificate);
    return model ? [model] : [];
  }
  if (kind === "maximum-matching" && view.graph && view.graph.token !== null && !view.graph.edge) return [new MatchingModel(view.graph, certificate)];
  if (kind === "images" && view.graph) return certificate.rows.map((row) => new OppositionModel(view.graph, row));
  return [];
}
