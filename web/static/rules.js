// The second checker, part 2: the rules of the games that this page knows, and what the
// answers of their questions mean. Follows docs/trust.md.
"use strict";

const MOST_NUMBERS = 1 << 24;
/** White space of Unicode, with the separators U+001C to U+001F; a byte order mark is none. */
const BLANK = "(?:(?!\\ufeff)[\\s\\x1c-\\x1f\\x85])";
const AROUND = new RegExp(`^${BLANK}+|${BLANK}+$`, "g");
const BETWEEN = new RegExp(`${BLANK}+`);
const stripped = (text) => text.replace(AROUND, "");

const otherPlayer = (player) => (player === "first" ? "second" : "first");

// -- boards of positional games --------------------------------------------------------------

/** The lines of [n]^d, in the order of trust.md. */
function cubeLines(n, d) {
  if (n === 1) return [[0]];
  const lines = [];
  const weight = Array.from({ length: d }, (_, place) => n ** (d - 1 - place));
  for (let place = d - 1; place >= 0; place--) {
    const before = n ** place;
    const after = (n + 2) ** (d - 1 - place);
    for (let constants = 0; constants < before; constants++) {
      const head = constants * n ** (d - place);
      for (let forms = 0; forms < after; forms++) {
        let start = head;
        let step = weight[place];
        let rest = forms;
        for (let later = d - 1; later > place; later--) {
          const form = rest % (n + 2);
          rest = Math.floor(rest / (n + 2));
          if (form < n) start += form * weight[later];
          else if (form === n) step += weight[later];
          else {
            start += (n - 1) * weight[later];
            step -= weight[later];
          }
        }
        lines.push(Array.from({ length: n }, (_, i) => start + i * step));
      }
    }
  }
  return lines;
}

const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]];

function rowsOf(m, n, k) {
  const lines = [];
  for (const [down, right] of k > 1 ? DIRECTIONS : DIRECTIONS.slice(0, 1))
    for (let row = 0; row < m; row++)
      for (let column = 0; column < n; column++) {
        const last = [row + (k - 1) * down, column + (k - 1) * right];
        if (last[0] < m && last[1] >= 0 && last[1] < n)
          lines.push(
            Array.from({ length: k }, (_, i) => (row + i * down) * n + column + i * right),
          );
      }
  return lines;
}

function torusRows(p, q, k) {
  const found = new Map();
  const length = Math.min(k, p * q);
  for (const [down, right] of DIRECTIONS)
    for (let start = 0; start < p * q; start++) {
      const row = new Set();
      for (let i = 0; i < length; i++)
        row.add(
          ((Math.floor(start / q) + i * down) % p) * q + ((((start % q) + i * right) % q) + q) % q,
        );
      const cells = [...row].sort((a, b) => a - b);
      if (!found.has(cells.join())) found.set(cells.join(), cells);
    }
  return [...found.values()];
}

class Board {
  constructor(game, sizes) {
    this.game = game;
    this.sizes = sizes;
    if (game === "tictactoe") {
      const [n, d] = sizes;
      const lines = n === 1 ? 1 : ((n + 2) ** d - n ** d) / 2;
      if (!(n ** d <= MOST_NUMBERS && lines * n <= MOST_NUMBERS)) unknown("boards as large as this one");
      if (d > 24) unknown("boards as large as this one");
      this.shape = Array(d).fill(n);
    } else {
      this.shape = sizes.slice(0, 2);
      const k = Math.min(sizes[2], sizes[0] * sizes[1]);
      if (!(sizes[0] * sizes[1] * k * 4 <= MOST_NUMBERS)) unknown("boards as large as this one");
    }
    this.cells = this.shape.reduce((a, b) => a * b, 1);
  }

  /** The sets that both players want. */
  get lines() {
    const make = { tictactoe: cubeLines, mnk: rowsOf, "torus-row": torusRows }[this.game];
    const lines = make(...this.sizes);
    Object.defineProperty(this, "lines", { value: lines });
    return lines;
  }

  label(cell) {
    const place = [];
    for (const size of [...this.shape].reverse()) {
      place.unshift(cell % size);
      cell = Math.floor(cell / size);
    }
    if (place.length !== 2) return place.map((x) => x + 1).join();
    let letters = "";
    for (let column = place[1] + 1; column > 0; column = Math.floor((column - 1) / 26))
      letters = String.fromCharCode(97 + ((column - 1) % 26)) + letters;
    return letters + (place[0] + 1);
  }

  /** The cell of a notation: `b3` in the plane, `1,2,3` else, or the cell's number. */
  cell(text) {
    text = stripped(text);
    let place = null;
    if (this.shape.length === 2) {
      const match = /^([a-zA-Z]+)([0-9]+)$/.exec(text);
      if (match) {
        let column = 0;
        for (const letter of match[1].toLowerCase()) column = 26 * column + letter.charCodeAt(0) - 96;
        place = [Number(match[2]) - 1, column - 1];
      }
    } else {
      const parts = text.split(",").map(stripped);
      if (parts.length === this.shape.length && parts.every((part) => /^[0-9]+$/.test(part)))
        place = parts.map((part) => Number(part) - 1);
    }
    if (place && place.every((x, i) => x >= 0 && x < this.shape[i]))
      return place.reduce((cell, x, i) => cell * this.shape[i] + x, 0);
    if (/^[0-9]+$/.test(text) && Number(text) < this.cells) return Number(text);
    return refuse(`no cell ${text} on this board`);
  }

  cellsOf(text) {
    const words = (this.shape.length > 2 ? text.replace(/;/g, " ") : text.replace(/[;,]/g, " "))
      .split(BETWEEN)
      .filter(Boolean);
    return new Set(words.map((word) => this.cell(word)));
  }
}

/** A position of a positional game. Stones are sets of cells. */
class Positional {
  constructor(board, first, second, toMove, rule) {
    Object.assign(this, { board, first, second, toMove, rule });
    this.players = ["first", "second"];
  }
  stones(player) {
    return player === "first" ? this.first : this.second;
  }
  taken(cell) {
    return this.first.has(cell) || this.second.has(cell);
  }
  /** The sets that a player wants: Breaker, the second player under the weak rule, wants none. */
  sets(player) {
    return player === "second" && this.rule === "weak" ? [] : this.board.lines;
  }
  result() {
    if (this.ended === undefined) this.ended = this.judge();
    return this.ended;
  }
  judge() {
    for (const player of this.players) {
      const own = this.stones(player);
      if (own.size && this.sets(player).some((line) => line.every((cell) => own.has(cell))))
        return this.rule === "strong" ? player : "maker";
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
    if (!(cell >= 0 && cell < this.board.cells) || this.taken(cell)) refuse("the cell is not free");
    const first = new Set(this.first);
    const second = new Set(this.second);
    (this.toMove === "first" ? first : second).add(cell);
    return new Positional(this.board, first, second, otherPlayer(this.toMove), this.rule);
  }
  read(text) {
    return this.board.cell(text);
  }
  write(cell) {
    return this.board.label(cell);
  }
  key() {
    const sorted = (stones) => [...stones].sort((a, b) => a - b).join();
    return `${this.toMove}:${sorted(this.first)}/${sorted(this.second)}`;
  }
  /** After a move the players have the same names. */
  moverAfter(after) {
    return after.toMove;
  }
  resultFor() {
    return this.result();
  }
}

// -- heap games ---------------------------------------------------------------------------------

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

/** Impartial: the players are next and previous; who cannot move has lost. */
class Heaps {
  constructor(game, heaps, allowed) {
    Object.assign(this, { game, heaps, allowed });
    this.players = ["next", "previous"];
    this.toMove = "next";
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
    if (!this.allows(move)) refuse("the move is not legal");
    return new Heaps(this.game, this.heaps.map((n, i) => n - move[i]), this.allowed);
  }
  result() {
    return this.moves().next().done ? "previous" : null;
  }
  write(move) {
    if (this.game === "wythoff") return `${move[0]}+${move[1]}`;
    const at = move.findIndex((x) => x > 0n);
    return this.heaps.length === 1 ? `${move[at]}` : `${at + 1}:${move[at]}`;
  }
  read(text) {
    text = stripped(text);
    const size = (word) => (/^[0-9]{1,100000}$/.test(word) ? BigInt(word) : refuse("not a move"));
    if (this.game === "wythoff") {
      const [left, right] = split(text, "+");
      if (right === null) refuse("not a move");
      const move = [size(left), size(right)];
      return this.allows(move) ? move : refuse("not a legal move");
    }
    const [left, right] = split(text, ":");
    if (right === null && this.heaps.length !== 1) refuse("not a move");
    const at = right === null ? 1n : size(left);
    const amount = size(right === null ? left : right);
    if (at < 1n || at > BigInt(this.heaps.length)) refuse("no such heap");
    const move = this.heaps.map((_, i) => (BigInt(i + 1) === at ? amount : 0n));
    return this.allows(move) ? move : refuse("not a legal move");
  }
  key() {
    return this.heaps.join(" ");
  }
  moverAfter(_after, mover) {
    return mover === "next" ? "previous" : "next";
  }
  /** Who has won, as the players were called at the start: whoever is not to move. */
  resultFor(mover) {
    return mover === "next" ? "previous" : "next";
  }
}

function split(text, sign) {
  const at = text.indexOf(sign);
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

// -- from an instance to a position and a question ----------------------------------------------

const BOARDS = { tictactoe: ["n", "d"], mnk: ["m", "n", "k"], "torus-row": ["p", "q", "k"] };
const HEAPS = { nim: ["heaps"], "even-odd": ["heaps"], rook: ["m", "n"], wythoff: ["a", "b"],
  subtraction: ["amounts", "heaps"] };

const MOST_BITS = 13287;
/** Is it a whole number of a size that boards and questions may have? */
const isNumber = (value) => isWhole(value) && BigInt.asIntN(MOST_BITS + 1, BigInt(value)) === BigInt(value);

function number(value, name) {
  if (!isNumber(value)) refuse(`board: ${name} is no whole number of at most 4000 digits`);
  return value;
}

function choice(value, words, name) {
  if (value === undefined || value === null) return words[0];
  return words.includes(value) ? value : refuse(`board: ${name} is none of ${words}`);
}

function positionalOf(game, board) {
  const names = BOARDS[game];
  const known = [...names, "rule", "to_move", "first", "second"];
  if (board.get("rule") === "avoid" || board.get("gravity") === true)
    unknown("sets that are avoided and stones that fall");
  if ((board.get("turns") ?? null) !== null) unknown("turns of several stones");
  if (board.get("exact") === true) unknown("rows of exactly so many");
  for (const name of board.keys()) if (!known.includes(name)) refuse(`board: unknown name ${name}`);
  const sizes = names.map((name) => {
    const value = number(board.get(name), name);
    if (value < 1) refuse(`board: ${name} is not positive`);
    if (typeof value !== "bigint") return value;
    if (name === "k") return Number.MAX_SAFE_INTEGER; // as good: no board here has such rows
    return unknown("boards as large as this one");
  });
  const made = new Board(game, sizes);
  const stones = ["first", "second"].map((player) => {
    const given = board.get(player);
    if (given === undefined || given === null) return new Set();
    if (typeof given !== "string" && !isWhole(given)) refuse(`board: ${player} is no text`);
    return made.cellsOf(String(given));
  });
  if ([...stones[0]].some((cell) => stones[1].has(cell))) refuse("both players have one cell");
  const rule = choice(board.get("rule"), ["strong", "weak"], "rule");
  const toMove = choice(board.get("to_move"), ["first", "second"], "to_move");
  return new Positional(made, stones[0], stones[1], toMove, rule);
}

function heapsOf(game, board) {
  const names = HEAPS[game];
  for (const name of board.keys()) if (!names.includes(name)) refuse(`board: unknown name ${name}`);
  const list = (name) => {
    const value = board.get(name);
    if (!Array.isArray(value)) refuse(`board: ${name} is no list`);
    return value.map((x) => BigInt(number(x, name)));
  };
  let heaps;
  let allowed = [];
  if (game === "rook" || game === "wythoff") heaps = names.map((name) => BigInt(number(board.get(name), name)));
  else if (game === "subtraction") {
    allowed = [...new Set(list("amounts"))].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    if (!allowed.length || allowed[0] < 1n || allowed.some((x) => x > 1n << 22n)) refuse("board: wrong amounts");
    const given = board.get("heaps");
    heaps = given === undefined || given === null ? [0n] : list("heaps");
  } else heaps = list("heaps");
  if (heaps.some((n) => n < 0n)) refuse("board: a heap is negative");
  return new Heaps(game, heaps, allowed);
}

/** The position and the question of an instance; Unknown where this page lacks the rules. */
function resolveInstance(instance) {
  const fields = record(instance, {
    schema: (v) => v === "gameproof/instance/1",
    game: is.text,
    board: is.object,
    question: is.text,
    moves: [is.list(is.text), []],
    arguments: [is.object, new Map()],
  }, "instance");
  const { game } = fields;
  const [board, heaps] = [BOARDS, HEAPS].map((games) => Object.hasOwn(games, game));
  if (!board && !heaps) unknown(`the rules of ${game}`);
  let position = board ? positionalOf(game, fields.board) : heapsOf(game, fields.board);
  for (const move of fields.moves) position = position.play(position.read(move));
  return { game, position, question: fields.question, arguments: fields.arguments };
}

// -- what answers mean ---------------------------------------------------------------------------

const forces = (starter, side, results, plies = null) => ({ form: "forces", starter, side, results, plies });
const prevents = (starter, side, results, plies = null) => ({ form: "prevents", starter, side, results, plies });
const equals = (quantity, value) => ({ form: "is", quantity, value });

const AIMS = {
  strong: { first: "first", second: "second" },
  weak: { first: "maker", second: "breaker" },
};

/** The statements that an answer makes about a position. */
function meaning(asked, answer) {
  const { position, question } = asked;
  const mover = position.toMove;
  const known = position instanceof Heaps ? ["outcome"] : ["outcome", "second-wins", "win-within", "pairing", "own-pairing"];
  if (!known.includes(question)) unknown(`the question ${question}`);
  const allowed = position instanceof Positional && question === "win-within" ? ["plies"] : [];
  for (const name of asked.arguments.keys())
    if (!allowed.includes(name)) refuse(`the question has no argument ${name}`);
  if (position instanceof Heaps) {
    if (answer !== "N" && answer !== "P") refuse(`${answer} is no answer`);
    const winner = answer === "N" ? "next" : "previous";
    return [forces("next", winner, [winner])];
  }
  const { rule } = position;
  const can = (player, plies) => {
    const aim = [AIMS[rule][player]];
    if (answer === "yes") return [forces(mover, player, aim, plies)];
    if (answer === "no") return [prevents(mover, otherPlayer(player), aim, plies)];
    return refuse(`${answer} is no answer`);
  };
  switch (question) {
    case "outcome":
      if (rule === "weak") {
        if (answer !== "maker" && answer !== "breaker") refuse(`${answer} is no answer`);
        return [forces(mover, answer === "maker" ? "first" : "second", [answer])];
      }
      if (answer === "draw")
        return [prevents(mover, "first", ["second"]), prevents(mover, "second", ["first"])];
      if (answer !== "first" && answer !== "second") refuse(`${answer} is no answer`);
      return [forces(mover, answer, [answer])];
    case "second-wins":
      return can("second", null);
    case "win-within": {
      const plies = asked.arguments.get("plies");
      if (!isNumber(plies) || plies < 0) refuse("win-within needs a number of plies");
      return can("first", plies);
    }
    default: // pairing, own-pairing
      if (answer !== "exists" && answer !== "impossible") refuse(`${answer} is no answer`);
      return [equals(question, answer === "exists")];
  }
}

// -- entailment ------------------------------------------------------------------------------------

const within = (small, large) => small.every((x) => large.includes(x));

/** Does one derived statement imply the wanted one? */
function implies(known, wanted) {
  if (wanted.form === "is")
    return known.form === "is" && known.quantity === wanted.quantity && known.value === wanted.value;
  if (known.form === "is" || known.starter !== wanted.starter || known.side !== wanted.side) return false;
  if (known.form === "forces") {
    if (wanted.form === "prevents") return !known.results.some((x) => wanted.results.includes(x));
    const inTime = wanted.plies === null || (known.plies !== null && known.plies <= wanted.plies);
    return within(known.results, wanted.results) && inTime;
  }
  if (wanted.form === "forces") return false;
  const soLong = known.plies === null || (wanted.plies !== null && wanted.plies <= known.plies);
  return within(wanted.results, known.results) && soLong;
}
