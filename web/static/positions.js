// The page: positions of positional games, whose sets and names it is given, and of heap games.
"use strict";

const otherPlayer = (player) => (player === "first" ? "second" : "first");

/** Sets as lists of cells: they are given so, or each by its first cell, the step to the next, and how many. */
function setsOf(given) {
  if (Array.isArray(given[0])) return given;
  const sets = [];
  for (let at = 0; at < given.length; at += 3) sets.push(Array.from({ length: given[at + 2] }, (_, i) => given[at] + i * given[at + 1]));
  return sets;
}

/** A position of a positional game. Stones are sets of cells. */
class Positional {
  constructor(board, first, second, toMove, rule) {
    Object.assign(this, { board, first, second, toMove, rule });
  }
  static of({ labels, sets, first, second, to_move, rule }) {
    const board = { cells: labels.length, labels, first: setsOf(sets.first), second: setsOf(sets.second ?? sets.first) };
    return new Positional(board, new Set(first), new Set(second), to_move, rule);
  }
  stones(player) {
    return player === "first" ? this.first : this.second;
  }
  taken(cell) {
    return this.first.has(cell) || this.second.has(cell);
  }
  /** The sets that a player wants: Breaker, the second player under the weak rule, wants none. */
  sets(player) {
    return player === "second" && this.rule === "weak" ? [] : this.board[player];
  }
  result() {
    if (this.ended === undefined) this.ended = this.judge();
    return this.ended;
  }
  judge() {
    for (const player of ["first", "second"]) {
      const own = this.stones(player);
      if (own.size && this.sets(player).some((set) => set.every((cell) => own.has(cell)))) return this.rule === "strong" ? player : "maker";
    }
    if (this.first.size + this.second.size < this.board.cells) return null;
    return this.rule === "strong" ? "draw" : "breaker";
  }
  *moves() {
    if (this.result() !== null) return;
    for (let cell = 0; cell < this.board.cells; cell++) if (!this.taken(cell)) yield cell;
  }
  play(cell) {
    if (this.result() !== null) refuse("the game is over");
    if (this.taken(cell)) refuse(`${this.write(cell)} is taken`);
    const [first, second] = [new Set(this.first), new Set(this.second)];
    (this.toMove === "first" ? first : second).add(cell);
    return new Positional(this.board, first, second, otherPlayer(this.toMove), this.rule);
  }
  read(text) {
    const cell = this.board.labels.indexOf(text.trim());
    return cell < 0 ? refuse(`no cell ${text} on this board`) : cell;
  }
  write(cell) {
    return this.board.labels[cell];
  }
}

/** The sets of `player` without a stone of the other, each cut to its free cells. */
function liveSets(position, player) {
  const theirs = position.stones(otherPlayer(player));
  return position
    .sets(player)
    .filter((set) => !set.some((cell) => theirs.has(cell)))
    .map((set) => set.filter((cell) => !position.taken(cell)));
}

/** What may be taken from a heap of n, ascending; sizes are BigInts. */
const AMOUNTS = {
  *nim(n) {
    for (let x = 1n; x <= n; x++) yield x;
  },
  *rook(n) {
    for (let x = 1n; x <= n; x++) yield x;
  },
  *subtraction(n, allowed) {
    for (const x of allowed) if (x <= n) yield x;
  },
  *"even-odd"(n) {
    for (let x = 2n; x < n; x += 2n) yield x;
    if (n % 2n === 1n) yield n;
  },
};

/** Heaps, or the two of Wythoff's game; a move is what it takes from each. Who cannot move has lost. */
class Heaps {
  constructor(game, heaps, allowed) {
    Object.assign(this, { game, heaps, allowed });
  }
  static of({ game, heaps, allowed }) {
    return new Heaps(game, heaps.map(BigInt), allowed.map(BigInt));
  }
  *moves() {
    if (this.game === "wythoff") {
      const [a, b] = this.heaps;
      for (let x = 1n; x <= a; x++) yield [x, 0n];
      for (let x = 1n; x <= b; x++) yield [0n, x];
      for (let x = 1n; x <= a && x <= b; x++) yield [x, x];
      return;
    }
    for (let i = 0; i < this.heaps.length; i++)
      for (const amount of AMOUNTS[this.game](this.heaps[i], this.allowed)) {
        const move = this.heaps.map(() => 0n);
        move[i] = amount;
        yield move;
      }
  }
  allows(move) {
    const used = move.filter((x) => x > 0n);
    if (!used.length || move.some((x, i) => x < 0n || x > this.heaps[i])) return false;
    if (this.game === "wythoff") return used.length === 1 || move[0] === move[1];
    const at = move.findIndex((x) => x > 0n);
    const n = this.heaps[at];
    if (used.length > 1) return false;
    if (this.game === "subtraction") return this.allowed.includes(move[at]);
    if (this.game === "even-odd") return move[at] % 2n === 0n ? move[at] < n : move[at] === n;
    return true;
  }
  play(move) {
    if (!this.allows(move)) refuse("this is no move here");
    return new Heaps(this.game, this.heaps.map((n, i) => n - move[i]), this.allowed);
  }
  result() {
    return this.moves().next().done ? "over" : null;
  }
  write(move) {
    if (this.game === "wythoff") return `${move[0]}+${move[1]}`;
    const at = move.findIndex((x) => x > 0n);
    return this.heaps.length === 1 ? `${move[at]}` : `${at + 1}:${move[at]}`;
  }
  read(text) {
    const [, left, sign, right] = /^\s*(\d+)\s*(?:([+:])\s*(\d+))?\s*$/.exec(text) ?? refuse(`${text} is no move`);
    if (this.game === "wythoff" && sign === "+") return [BigInt(left), BigInt(right)];
    if (this.game === "wythoff" || sign === "+" || (!sign && this.heaps.length !== 1)) refuse(`${text} is no move`);
    const [at, amount] = sign ? [BigInt(left), BigInt(right)] : [1n, BigInt(left)];
    return this.heaps.map((_, i) => (BigInt(i + 1) === at ? amount : 0n));
  }
}

/** The position to be played on, from what the page is given; `null` where that is not enough. */
function positionOf(view) {
  if (view.cells) return Positional.of(view.cells);
  return view.heaps ? Heaps.of(view.heaps) : null;
}
