// The second checker, part 3: pairings, regions and opening pairings. Follows docs/trust.md and docs/formats.md.
"use strict";

/** Whole numbers of an array with so many dimensions and each in low <= x < high. An array without
 *  entries may have any type and shape. */
function integers(array, name, dimensions, low, high) {
  if (array.size === 0) return [];
  if (!array.whole || array.shape.length !== dimensions) refuse(`${name}: wrong numbers`);
  for (const x of array.data) if (!(x >= low && x < high)) refuse(`${name} holds ${x}`);
  return array.data.map(Number);
}

const sizeOfRows = (array) => (array.size ? array.shape[1] : 0);

/** The sets of `player` without a stone of the other, each cut to its free cells. */
function liveSets(position, player) {
  const theirs = position.stones(otherPlayer(player));
  return position
    .sets(player)
    .filter((line) => !line.some((cell) => theirs.has(cell)))
    .map((line) => line.filter((cell) => !position.taken(cell)));
}

/** Strategy stealing: `player` is not to move, has no stone, and both want the same sets. */
const canSteal = (position, player) =>
  position.rule === "strong" && position.toMove !== player && position.stones(player).size === 0;

/** That `player` cannot win, where the rules alone say so. */
function cannotWin(position, player) {
  if (position.rule === "weak" && player === "second") return [];
  if (!canSteal(position, player) && liveSets(position, player).length > 0) return [];
  return [prevents(position.toMove, otherPlayer(player), [AIMS[position.rule][player]])];
}

/** What follows when `player` gets a cell of every set of the other. */
function stopsAll(position, player) {
  const other = otherPlayer(player);
  if (position.rule === "weak" && other === "second") refuse("Breaker wants no set");
  const stopped = prevents(position.toMove, player, [AIMS[position.rule][other]]);
  if (position.rule === "weak") return [stopped, forces(position.toMove, player, ["breaker"])];
  return [stopped, ...cannotWin(position, player)];
}

function needPositional(position) {
  if (!(position instanceof Positional)) refuse("not about positions of this game");
  return position;
}

function needPlayer(player) {
  return player === "first" || player === "second" ? player : refuse("a player is first or second");
}

// -- pairing ---------------------------------------------------------------------------------------

function checkPairing(position, certificate) {
  needPositional(position);
  const fields = record(certificate, {
    kind: is.text, pairs: is.array,
    owner: [(v) => v === null || is.array(v), null], player: [is.text, "second"],
  }, "pairing");
  const player = needPlayer(fields.player);
  const flat = integers(fields.pairs, "pairs", 2, 0, position.board.cells);
  if (flat.length && sizeOfRows(fields.pairs) !== 2) refuse("pairs have two columns");
  const seen = new Set();
  for (const cell of flat) {
    if (seen.has(cell)) refuse(`cell ${position.write(cell)} is in two pairs`);
    if (position.taken(cell)) refuse(`cell ${position.write(cell)} of a pair is not free`);
    seen.add(cell);
  }
  const count = flat.length / 2;
  const live = liveSets(position, otherPlayer(player));
  let owner;
  if (fields.owner === null) {
    if (count !== live.length) refuse(`${count} pairs for ${live.length} live sets`);
    owner = live.map((_, i) => i);
  } else {
    owner = integers(fields.owner, "owner", 1, 0, count);
    if (owner.length !== live.length) refuse(`${owner.length} owners for ${live.length} live sets`);
  }
  live.forEach((line, i) => {
    const pair = [flat[2 * owner[i]], flat[2 * owner[i] + 1]];
    if (!pair.every((cell) => line.includes(cell)))
      refuse(`the live set ${line.map((cell) => position.write(cell))} does not contain its pair`);
  });
  const found = stopsAll(position, player);
  if (player === "second") {
    found.push(equals("pairing", true));
    if (new Set(owner).size === owner.length) found.push(equals("own-pairing", true));
  }
  return { statements: found, sentence: `${count} disjoint pairs for ${live.length} live sets` };
}

// -- regions ---------------------------------------------------------------------------------------

const bitCount = (mask) => {
  let count = 0;
  for (; mask; mask &= mask - 1) count++;
  return count;
};

/** Maker to move: does Breaker get a cell of every set? Sets are masks over the cells of one region.
 *  `allowed` positions may be looked at. */
function breakerHolds(sets, known = new Map(), allowed = 1 << 22) {
  if (sets.includes(0)) return false;
  // A set that contains another one is met with it.
  const least = [...new Set(sets)].filter(
    (mask, _, all) => !all.some((other) => other !== mask && (other & mask) === other),
  );
  if (!least.length) return true;
  least.sort((a, b) => a - b);
  const name = least.join();
  if (known.has(name)) return known.get(name);
  if (known.size >= allowed) unknown("regions as large as this one");
  const union = least.reduce((a, b) => a | b, 0);
  let holds = true;
  for (let left = union; left && holds; left &= left - 1) {
    const move = left & -left;
    const after = least.map((mask) => mask & ~move);
    const short = after.find((mask) => bitCount(mask) <= 1);
    if (short === 0) holds = false;
    else {
      let answered = false;
      const replies = short === undefined ? union & ~move : short;
      for (let rest = replies; rest && !answered; rest &= rest - 1) {
        const reply = rest & -rest;
        answered = breakerHolds(after.filter((mask) => !(mask & reply)), known, allowed);
      }
      holds = answered;
    }
  }
  known.set(name, holds);
  return holds;
}

// -- opening pairing --------------------------------------------------------------------------------

const OPENING_FIELDS = {
  kind: is.text, first: is.list(is.whole), second: is.list(is.whole), start: is.whole,
  generators: is.array, branch_ends: is.array, answers: is.array, owners: is.array,
  child_ends: is.array, moves: is.array, replies: is.array, region_cell_ends: is.array,
  region_cells: is.array, region_line_ends: is.array, region_lines: is.array,
  used_ends: is.array, used: is.array,
};

/** One row of whole numbers, `count` of them. */
function row(array, name, count, low, high) {
  if (array.shape.length !== 1 || (array.size && !array.whole)) refuse(`${name} is no row of numbers`);
  if (count !== null && array.size !== count) refuse(`${name} has ${array.size} entries`);
  for (const x of array.data) if (!(x >= low && x < high)) refuse(`${name} holds ${x}`);
  return array.data.map(Number);
}

function ends(array, name) {
  const values = row(array, name, null, 0, 2 ** 62);
  if (!values.length || values[0] !== 0 || values.some((x, i) => i && x < values[i - 1]))
    refuse(`${name} does not delimit rows`);
  return values;
}

/** Rows with a number for each cell. */
function table(array, name, cells) {
  if (array.size === 0) return [];
  if (!array.whole || array.shape.length !== 2 || array.shape[1] !== cells)
    refuse(`${name} have not a number for each cell`);
  const rows = [];
  for (let at = 0; at < array.size; at += cells) rows.push(array.data.slice(at, at + cells));
  return rows;
}

/** Rows of differences added up, in the arithmetic of their type. */
function summed(rows, array, low, high) {
  const bits = 8 * array.bytes;
  const wrap = array.kind === "u" ? BigInt.asUintN : BigInt.asIntN;
  const before = new Array(rows.length ? rows[0].length : 0).fill(0);
  return rows.map((differences) => {
    const found = new Int32Array(differences.length);
    differences.forEach((x, cell) => {
      let sum = typeof x === "number" ? before[cell] + x : NaN;
      const limit = 2 ** Math.min(bits - 1, 52);
      if (!(sum >= (array.kind === "u" ? 0 : -limit) && sum < limit)) {
        const exact = wrap(bits, BigInt(before[cell]) + BigInt(x));
        sum = exact >= -(2n ** 52n) && exact < 2n ** 52n ? Number(exact) : exact;
      }
      before[cell] = sum;
      if (!(sum >= low && sum < high)) refuse("a cell is owned by a line that does not exist");
      found[cell] = Number(sum);
    });
    return found;
  });
}

function closure(generators, lines, cells) {
  const name = (line) => [...line].sort((a, b) => a - b).join();
  const family = new Set(lines.map(name));
  generators.forEach((to, number) => {
    const images = new Set(to.map(Number));
    if (images.size !== cells || to.some((x) => !(x >= 0 && x < cells)))
      refuse(`generator ${number} is not a permutation of the cells`);
    for (const line of lines)
      if (!family.has(name(line.map((cell) => to[cell])))) refuse(`generator ${number} takes a line to no line`);
  });
  const identity = Uint16Array.from({ length: cells }, (_, cell) => cell);
  const found = [identity];
  const seen = new Set([String.fromCharCode(...identity)]);
  for (const element of found)
    for (const step of generators) {
      const image = element.map((cell) => step[cell]);
      const key = String.fromCharCode(...image);
      if (seen.has(key)) continue;
      if (found.length >= 1 << 16 || (found.length + 1) * cells > 1 << 26) refuse("the symmetry group is too large");
      seen.add(key);
      found.push(image);
    }
  return found;
}

/** An opening pairing read against its position: nothing is searched yet but its regions. */
function openingTables(position, certificate) {
  needPositional(position);
  const fields = record(certificate, OPENING_FIELDS, "opening-pairing");
  const { cells } = position.board;
  if (cells > 1 << 14) refuse("boards of more than 16384 cells take no opening pairing");
  const opens = BigInt(fields.start) !== -1n;
  const maker = opens ? otherPlayer(position.toMove) : position.toMove;
  const breaker = otherPlayer(maker);
  for (const player of ["first", "second"]) {
    const stones = position.stones(player);
    if (fields[player].length !== stones.size || !fields[player].every((cell) => stones.has(cell)) ||
        new Set(fields[player]).size !== stones.size)
      refuse(`the certificate's stones of ${player} are not the position's`);
  }
  const lines = position.sets(maker);
  if (lines.length * cells > 1 << 28) refuse("the board has too many lines");
  const branchEnds = ends(fields.branch_ends, "branch_ends");
  const childEnds = ends(fields.child_ends, "child_ends");
  const last = (list) => list[list.length - 1];
  if (branchEnds.length !== childEnds.length) refuse("branch_ends and child_ends differ in length");
  const answers = row(fields.answers, "answers", last(branchEnds), -1, cells);
  const moves = row(fields.moves, "moves", last(childEnds), 0, cells);
  const replies = row(fields.replies, "replies", last(childEnds), 0, cells);
  if (branchEnds.length !== moves.length + 2) refuse("the nodes are not the children and the root");
  const differences = table(fields.owners, "owners", cells);
  if (differences.length !== answers.length) refuse("there is not one pairing for each answer");
  const owners = summed(differences, fields.owners, -1, lines.length);
  const cellEnds = ends(fields.region_cell_ends, "region_cell_ends");
  const lineEnds = ends(fields.region_line_ends, "region_line_ends");
  if (cellEnds.length !== lineEnds.length) refuse("the ends of regions differ in length");
  const places = row(fields.region_cells, "region_cells", last(cellEnds), 0, cells);
  const numbers = row(fields.region_lines, "region_lines", last(lineEnds), 0, lines.length);
  const regions = [];
  const won = new Map();
  for (let r = 0; r + 1 < cellEnds.length; r++) {
    const inside = places.slice(cellEnds[r], cellEnds[r + 1]);
    if (inside.length > 12 || new Set(inside).size !== inside.length) refuse(`region ${r} has wrong cells`);
    const chosen = [...new Set(numbers.slice(lineEnds[r], lineEnds[r + 1]))];
    const game = chosen.map((line) =>
      inside.reduce((mask, cell, place) => (lines[line].includes(cell) ? mask | (1 << place) : mask), 0));
    const name = [...new Set(game)].sort((a, b) => a - b).join();
    if (!won.has(name)) won.set(name, breakerHolds(game));
    if (!won.get(name)) refuse(`Maker, to move, completes a line in region ${r}`);
    regions.push({ cells: inside, lines: chosen });
  }
  const usedEnds = ends(fields.used_ends, "used_ends");
  if (usedEnds.length !== answers.length + 1) refuse("used_ends does not fit the branches");
  const used = row(fields.used, "used", last(usedEnds), 0, regions.length);
  const group = closure(table(fields.generators, "generators", cells), lines, cells);
  const start = opens ? Number(fields.start) : -1;
  return { position, maker, breaker, lines, cells, branchEnds, childEnds, answers, moves, replies,
    owners, regions, usedEnds, used, group, start };
}

/** The node after Maker's move (-1: none) and Breaker's reply. Stones are sets. */
function nodeAfter(t, node, move, reply) {
  const free = (cell) => cell >= 0 && cell < t.cells && !node.maker.has(cell) && !node.breaker.has(cell);
  if (!free(reply) || (move !== -1 && (!free(move) || move === reply))) refuse(`the reply ${reply} to ${move} is not free`);
  const maker = move === -1 ? node.maker : new Set(node.maker).add(move);
  return { maker, breaker: new Set(node.breaker).add(reply) };
}

const openingRoot = (t) => {
  const root = { maker: t.position.stones(t.maker), breaker: t.position.stones(t.breaker) };
  return t.start === -1 ? root : nodeAfter(t, root, -1, t.start);
};

/** The symmetries that keep both players' stones. */
const stabiliser = (t, node) =>
  t.group.filter((g) =>
    [...node.maker].every((cell) => node.maker.has(g[cell])) &&
    [...node.breaker].every((cell) => node.breaker.has(g[cell])));

/** The moves that a branch serves at a node: a flag a cell. */
function servedBy(t, node, branch) {
  const answer = t.answers[branch];
  const breaker = answer === -1 ? node.breaker : nodeAfter(t, node, -1, answer).breaker;
  const outside = new Uint8Array(t.cells).fill(1); // free, and in no region
  const free = new Uint8Array(t.cells).fill(1);
  for (const cell of [...node.maker, ...breaker]) outside[cell] = free[cell] = 0;
  const covered = new Set();
  for (let u = t.usedEnds[branch]; u < t.usedEnds[branch + 1]; u++) {
    const region = t.regions[t.used[u]];
    for (const cell of region.cells) {
      if (!outside[cell]) refuse(`branch ${branch}: regions are not free and disjoint`);
      outside[cell] = 0;
    }
    region.lines.forEach((line) => covered.add(line));
  }
  const owns = new Map();
  t.owners[branch].forEach((line, cell) => {
    if (line < 0) return;
    if (!t.lines[line].includes(cell)) refuse(`branch ${branch}: line ${line} owns a cell that is not its own`);
    if (!outside[cell]) refuse(`branch ${branch}: an owned cell is not free`);
    if (!owns.has(line)) owns.set(line, []);
    owns.get(line).push(cell);
  });
  for (const pair of owns.values()) if (pair.length !== 2) refuse(`branch ${branch}: a line does not own two cells`);
  t.lines.forEach((line, number) => {
    if (!owns.has(number) && !covered.has(number) && !line.some((cell) => breaker.has(cell)))
      refuse(`branch ${branch}: line ${number} has no pair and is in no region`);
  });
  if (answer === -1) return free;
  // From free cells that nobody owns: a line that reaches a served cell lets go its pair.
  const served = outside.slice();
  for (const pair of owns.values()) for (const cell of pair) served[cell] = 0;
  for (let grown = true; grown; ) {
    grown = false;
    for (const [line, pair] of owns)
      if (!(served[pair[0]] && served[pair[1]]) && t.lines[line].some((cell) => served[cell])) {
        served[pair[0]] = served[pair[1]] = 1;
        grown = true;
      }
  }
  return served;
}

function checkOpening(position, certificate, progress = () => {}) {
  const t = openingTables(position, certificate);
  const nodes = [openingRoot(t)];
  const count = t.branchEnds.length - 1;
  for (let v = 0; v < count; v++) {
    if (v >= nodes.length) refuse(`node ${v} comes before its parent`);
    const node = nodes[v];
    if (t.lines.some((line) => line.every((cell) => node.maker.has(cell)))) refuse("Maker completes a line");
    const keeping = stabiliser(t, node);
    const open = [];
    for (let cell = 0; cell < t.cells; cell++)
      if (!node.maker.has(cell) && !node.breaker.has(cell) && keeping.every((g) => g[cell] >= cell)) open.push(cell);
    const served = new Uint8Array(t.cells);
    for (let b = t.branchEnds[v]; b < t.branchEnds[v + 1]; b++) {
      servedBy(t, node, b).forEach((flag, cell) => flag && (served[cell] = 1));
    }
    const left = open.filter((cell) => !served[cell]);
    const given = t.moves.slice(t.childEnds[v], t.childEnds[v + 1]);
    if (left.join() !== given.join()) refuse(`node ${v}: the moves that no branch serves are not the children's`);
    for (let k = t.childEnds[v]; k < t.childEnds[v + 1]; k++) nodes.push(nodeAfter(t, node, t.moves[k], t.replies[k]));
    progress((v + 1) / count);
  }
  return {
    statements: stopsAll(position, t.breaker),
    sentence: `${t.answers.length} pairings for ${count} positions up to ${t.group.length} symmetries`,
  };
}

// -- counted: potential, degrees, a violator --------------------------------------------------------

function checkPotential(position, certificate) {
  needPositional(position);
  const fields = record(certificate, {
    kind: is.text, counts: is.list(is.row(is.whole, is.text)), player: [is.text, "second"],
  }, "potential");
  const player = needPlayer(fields.player);
  const counts = new Map();
  for (const set of liveSets(position, otherPlayer(player))) counts.set(set.length, (counts.get(set.length) ?? 0) + 1);
  const sizes = [...counts].sort((a, b) => a[0] - b[0]);
  const given = fields.counts;
  if (given.length !== sizes.length || sizes.some(([size, count], i) => given[i][0] !== size || given[i][1] !== String(count)))
    refuse("the sizes of the live sets are not those of the position");
  const largest = sizes.length ? sizes[sizes.length - 1][0] : 0;
  const sum = sizes.reduce((total, [size, count]) => total + (BigInt(count) << BigInt(largest - size)), 0n);
  const mine = position.toMove === player;
  if ((mine ? sum : 2n * sum) >= 1n << BigInt(largest)) refuse(`the potential is not below ${mine ? "1" : "1/2"}`);
  return { statements: stopsAll(position, player), sentence: "the potential is low enough" };
}

function checkDegrees(position, certificate) {
  needPositional(position);
  const fields = record(certificate, {
    kind: is.text, size: is.whole, degree: is.whole, player: [is.text, "second"],
  }, "degrees");
  const player = needPlayer(fields.player);
  const live = liveSets(position, otherPlayer(player));
  const through = new Map();
  for (const set of live) for (const cell of set) through.set(cell, (through.get(cell) ?? 0) + 1);
  const size = live.length ? live.reduce((least, set) => Math.min(least, set.length), Infinity) : 1;
  const degree = [...through.values()].reduce((most, count) => Math.max(most, count), 0);
  if (fields.size !== size || fields.degree !== degree) refuse("size and degree are not those of the position");
  if (size < 1) refuse("a set is complete");
  if (2 * degree > size) refuse("a cell is in too many live sets");
  const statements = stopsAll(position, player);
  if (player === "second") statements.push(equals("pairing", true), equals("own-pairing", true));
  return { statements, sentence: `no cell is in more than ${degree} live sets of at least ${size} cells` };
}

function checkViolator(position, certificate) {
  needPositional(position);
  const fields = record(certificate, { kind: is.text, sets: is.array }, "hall-violator");
  const lines = position.sets("first");
  const numbers = integers(fields.sets, "sets", 1, 0, lines.length);
  if (new Set(numbers).size !== numbers.length) refuse("a set is named twice");
  const chosen = numbers.map((number) => {
    if (lines[number].some((cell) => position.second.has(cell))) refuse(`set ${number} is not alive`);
    return lines[number].filter((cell) => !position.taken(cell));
  });
  const union = new Set(chosen.flat()).size;
  if (union >= 2 * numbers.length) refuse("no violation: there are cells enough");
  const statements = [equals("own-pairing", false)];
  const seen = new Set();
  let shared = false;
  for (const set of chosen)
    for (const a of set)
      for (const b of set) {
        if (a >= b) continue;
        const name = a * position.board.cells + b;
        if (seen.has(name)) shared = true;
        seen.add(name);
      }
  if (!shared) statements.push(equals("pairing", false));
  return { statements, sentence: `${numbers.length} sets have only ${union} cells` };
}

function checkRegions(position, certificate) {
  needPositional(position);
  const fields = record(certificate, {
    kind: is.text, regions: is.list(is.list(is.list(is.whole))), owner: is.list(is.whole), player: [is.text, "second"],
  }, "regions");
  const player = needPlayer(fields.player);
  const used = new Set();
  fields.regions.forEach((traces, number) => {
    const inside = [...new Set(traces.flat())];
    if (inside.length > 24 || traces.length > 100) refuse(`region ${number} is too large`);
    for (const cell of inside) {
      if (!(cell >= 0 && cell < position.board.cells) || position.taken(cell) || used.has(cell))
        refuse(`cell ${cell} is not free for region ${number}`);
      used.add(cell);
    }
    const masks = traces.map((trace) => trace.reduce((mask, cell) => mask | (1 << inside.indexOf(cell)), 0));
    if (!breakerHolds(masks)) refuse(`the opponent completes a trace of region ${number}`);
  });
  const live = liveSets(position, otherPlayer(player));
  if (fields.owner.length !== live.length) refuse(`${fields.owner.length} owners for ${live.length} live sets`);
  live.forEach((set, i) => {
    const traces = fields.regions[fields.owner[i]] ?? refuse(`no region ${fields.owner[i]}`);
    if (!traces.some((trace) => trace.every((cell) => set.includes(cell)))) refuse("a live set contains no trace of its region");
  });
  return { statements: stopsAll(position, player), sentence: `${fields.regions.length} disjoint regions` };
}
