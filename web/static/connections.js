// The page: Hex, played along a proof by virtual connections. Carriers are recomputed when the first
// move is made; then the connection that a stone disturbs is looked for, and the way that is left.
"use strict";

const [ALL, PLAY, PAIR] = [0, 1, 3];

/** A Hex position by the rules: the first player joins top and bottom, the second left and right. */
class HexPosition {
  constructor(view, first, second, toMove) {
    Object.assign(this, { view, first, second, toMove, board: { cells: view.labels.length, game: "hex" } });
  }
  static of(view) {
    return new HexPosition(view, new Set(view.first), new Set(view.second), view.to_move);
  }
  stones(player) {
    return player === "first" ? this.first : this.second;
  }
  taken(cell) {
    return this.first.has(cell) || this.second.has(cell);
  }
  *moves() {
    if (this.result() !== null) return;
    for (let cell = 0; cell < this.board.cells; cell++) if (!this.taken(cell)) yield cell;
  }
  write(cell) {
    return this.view.labels[cell];
  }
  read(text) {
    const cell = this.view.labels.indexOf(text.trim().toLowerCase());
    return cell < 0 ? refuse(`no cell ${text} on this board`) : cell;
  }
  play(cell) {
    if (this.taken(cell)) refuse(`${this.write(cell)} is taken`);
    const [first, second] = [new Set(this.first), new Set(this.second)];
    (this.toMove === "first" ? first : second).add(cell);
    return new HexPosition(this.view, first, second, otherPlayer(this.toMove));
  }
  result() {
    return ["first", "second"].find((player) => this.chain(player)) ?? null;
  }
  /** The stones that join a player's sides; null where none do. */
  chain(player) {
    const { rows, columns } = this.view;
    const stones = this.stones(player);
    const along = (cell) => (player === "first" ? Math.floor(cell / columns) : cell % columns);
    const far = (player === "first" ? rows : columns) - 1;
    for (const start of stones) {
      if (along(start) !== 0) continue;
      const reached = [start];
      const seen = new Set(reached);
      for (const cell of reached) {
        const [row, column] = [Math.floor(cell / columns), cell % columns];
        for (const [down, right] of [[-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0]]) {
          const [r, c] = [row + down, column + right];
          const other = r * columns + c;
          if (r < 0 || c < 0 || r >= rows || c >= columns || !stones.has(other) || seen.has(other)) continue;
          seen.add(other);
          reached.push(other);
        }
      }
      if (reached.some((cell) => along(cell) === far)) return reached;
    }
    return null;
  }
  ending(result) {
    return `the ${result} player has joined his sides`;
  }
}

class ConnectionProof {
  constructor(position, certificate) {
    this.player = certificate.player;
    this.certificate = certificate;
    this.cells = position.board.cells;
    this.sides = this.player === "first" ? ["the top", "the bottom"] : ["the left side", "the right side"];
    this.start = certificate.stones.map(Number);
  }
  begin() {
    return null;
  }
  /** The steps and what each has proved: its ends, its carrier, the stones it waits for. */
  get steps() {
    const numbers = this.certificate.numbers.data;
    const ends = this.certificate.ends.data;
    const own = maskOf(this.start) | bit(this.cells) | bit(this.cells + 1);
    const found = [];
    for (let i = 0; i + 1 < ends.length; i++) {
      const step = [...numbers.slice(Number(ends[i]), Number(ends[i + 1]))].map(Number);
      found.push(this.proved(found, step, own));
    }
    Object.defineProperty(this, "steps", { value: found });
    return found;
  }
  proved(found, [rule, ...rest], own) {
    if (rule === PLAY) {
      const [premise, stone] = rest;
      const { x, y, carrier, stones } = found[premise];
      return { rule, premises: [premise], stone, x, y, full: false, carrier: carrier | bit(stone), stones: stones & ~bit(stone) };
    }
    if (rule === PAIR) {
      const [premise, one, other, ...more] = rest;
      const { x, y, full, carrier, stones } = found[premise];
      const pair = bit(one) | bit(other);
      const left = (stones | maskOf(more)) & ~own & ~pair;
      return { rule, premises: [premise], pair: [one, other], x, y, full, carrier: carrier | pair, stones: left };
    }
    const premises = rule === ALL ? rest.slice(3, 3 + rest[2]) : rest;
    let stones = rule === ALL ? maskOf(rest.slice(3 + rest[2])) : 0n;
    let carrier = 0n;
    for (const number of premises) {
      stones |= found[number].stones;
      carrier |= found[number].carrier;
    }
    if (rule === ALL) stones &= ~own;
    const [x, y] = rule === ALL ? rest : [found[premises[0]].x, found[premises[0]].y];
    return { rule, premises, x, y, full: true, carrier: carrier & ~stones, stones };
  }
  reply(position, state, last) {
    const own = maskOf(position.stones(this.player)) | bit(this.cells) | bit(this.cells + 1);
    const play = { own, gone: maskOf(position.stones(otherPlayer(this.player))), known: new Map(), others: new Map() };
    const root = this.steps.length - 1;
    let found = this.mend(play, root);
    const mended = found && found.cell >= 0;
    if (found && !mended) found = this.onward(play, root);
    if (!found) {
      const [cell] = position.moves();
      return { cell, reason: "the connection is complete and nothing disturbs it; any free cell will do", state };
    }
    const step = this.steps[found.step];
    const free = [...Array(this.cells).keys()].filter((c) => step.carrier & bit(c) && !position.taken(c));
    const [cell, ends] = [position.write(found.cell), `${this.name(position, step.x)} with ${this.name(position, step.y)}`];
    const others = free.filter((c) => c !== found.cell);
    const where = others.length ? `, and needs nothing else than ${named(position, others)}` : "";
    const why = !mended ? last < 0 ? "opens the connection" : "goes on, since nothing was disturbed" :
      found.ways > 1 ? `is one of ${found.ways} ways that ${last < 0 ? "there are" : "no single stone can all spoil"}` : "is what the connection waits for";
    return { cell: found.cell, reason: `${cell} ${why}: it joins ${ends}${where}`, state, shown: [{ how: "region", at: [found.cell, ...others] }] };
  }
  name(position, end) {
    return end < this.cells ? position.write(end) : this.sides[end - this.cells];
  }
  /** The play where a captured pair counts as the player's, whoever has its cells. */
  within(play, { pair }) {
    const cells = maskOf(pair);
    const own = play.own | cells;
    if (own === play.own) return play;
    const name = String(own);
    if (!play.others.has(name)) play.others.set(name, { own, gone: play.gone & ~cells, known: new Map(), others: play.others });
    return play.others.get(name);
  }
  /** The cell that restores a connection, `cell` -1 where none is needed, null where it is lost. */
  mend(play, number) {
    if (!play.known.has(number)) play.known.set(number, this.mending(play, number));
    return play.known.get(number);
  }
  mending(play, number) {
    const step = this.steps[number];
    if (step.stones & ~play.own) return null;
    const spoilt = (step.carrier & play.gone) !== 0n;
    if (!spoilt && step.full) return { cell: -1 };
    if (step.rule === PLAY) {
      if (play.own & bit(step.stone)) return this.mend(play, step.premises[0]);
      return spoilt ? null : { cell: step.stone, step: number, ways: 1 };
    }
    const answers = step.rule === PAIR ? [this.answer(play, number), this.mend(this.within(play, step), step.premises[0])] :
      step.premises.map((premise) => this.mend(play, premise));
    if (step.rule === ALL || step.rule === PAIR) {
      if (answers.includes(null)) return null;
      const needed = answers.filter((answer) => answer.cell >= 0);
      return needed.every((answer) => answer.cell === needed[0].cell) ? needed[0] ?? { cell: -1 } : null;
    }
    const possible = answers.filter((answer) => answer !== null);
    if (!possible.length) return null;
    const best = possible.reduce((a, b) => (b.cell < a.cell ? b : a));
    return { ...best, ways: best.ways === 1 ? step.premises.length : best.ways };
  }
  /** What restores a captured pair. */
  answer(play, number) {
    const { pair } = this.steps[number];
    const free = pair.filter((cell) => !((play.own | play.gone) & bit(cell)));
    if (free.length === pair.length || pair.some((cell) => play.own & bit(cell))) return { cell: -1 };
    return free.length ? { cell: free[0], step: number, ways: 1 } : null;
  }
  /** A cell that goes on with a connection that holds, null where it is complete. */
  onward(play, number) {
    const step = this.steps[number];
    if (step.rule === ALL) {
      for (const premise of step.premises) {
        const found = this.onward(play, premise);
        if (found) return found;
      }
      return null;
    }
    if (step.rule === PLAY) return play.own & bit(step.stone) ? this.onward(play, step.premises[0]) : { cell: step.stone, step: number, ways: 1 };
    if (step.rule === PAIR) {
      const found = this.onward(this.within(play, step), step.premises[0]);
      return found || play.own & maskOf(step.pair) ? found : { cell: step.pair[0], step: number, ways: 1 };
    }
    const begun = step.premises.find((premise) => this.mend(play, premise)?.cell === -1);
    if (begun !== undefined) return this.onward(play, begun);
    return step.premises.map((premise) => this.mend(play, premise)).find((answer) => answer !== null) ?? null;
  }
}
