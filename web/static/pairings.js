// The second checker, part 3: pairings, and what is counted. Follows docs/trust.md and docs/formats.md.
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

// -- rows of differences ------------------------------------------------------------------------------

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

// -- counted: potential, Hall's condition -----------------------------------------------------------

function checkPotential(position, certificate) {
  needPositional(position);
  const fields = record(certificate, {
    kind: is.text, theorem: is.text, counts: is.list(is.row(is.whole, is.text)), player: [is.text, "second"],
  }, "potential");
  if (fields.theorem !== "erdos-selfridge") refuse("a potential is by erdos-selfridge or beck");
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

function checkHall(position, certificate) {
  needPositional(position);
  const fields = record(certificate, {
    kind: is.text, direction: is.text, sets: [is.maybe(is.array), null], cells: [is.maybe(is.array), null],
    player: [is.text, "second"],
  }, "hall");
  if (fields.cells !== null) refuse("cells have weights where the direction is weights");
  const player = needPlayer(fields.player);
  if (fields.direction === "exists") {
    if (fields.sets !== null) refuse("that pairs exist is not shown by sets");
    return checkDegrees(position, player);
  }
  if (fields.direction !== "none") refuse("the direction is exists or none");
  if (player !== "second" || fields.sets === null) refuse("that no pairs exist is shown by sets of the first player");
  return checkViolator(position, fields);
}

function checkDegrees(position, player) {
  const live = liveSets(position, otherPlayer(player));
  const through = new Map();
  for (const set of live) for (const cell of set) through.set(cell, (through.get(cell) ?? 0) + 1);
  const size = live.length ? live.reduce((least, set) => Math.min(least, set.length), Infinity) : 1;
  const degree = [...through.values()].reduce((most, count) => Math.max(most, count), 0);
  if (size < 1) refuse("a set is complete");
  if (2 * degree > size) refuse("a cell is in too many live sets");
  const statements = stopsAll(position, player);
  if (player === "second") statements.push(equals("pairing", true), equals("own-pairing", true));
  return { statements, sentence: `no cell is in more than ${degree} live sets of at least ${size} cells` };
}

function checkViolator(position, fields) {
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
