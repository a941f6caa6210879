// The page: the Kayles games on graphs. The page is told the values of the components that play can reach;
// its rules are its own.
"use strict";

/** `left` holds the vertices that are left; a move takes one with its neighbours, or both ends of an edge. */
class KaylesPosition {
  constructor(graph, left) {
    Object.assign(this, { graph, left, near: neighboursOf(graph) });
  }
  *moves() {
    for (const v of this.left)
      if (!this.graph.arcs) yield [v];
      else for (const u of this.near[v]) if (u > v && this.left.has(u)) yield [v, u];
  }
  write(move) {
    return move.map((v) => this.graph.names[v]).join("-");
  }
  read(text) {
    for (const move of this.moves()) if (this.write(move) === text.trim()) return move;
    return refuse(`${text} is not a move here`);
  }
  play(move) {
    const gone = new Set(this.graph.arcs ? move : [...move, ...this.near[move[0]]]);
    return new KaylesPosition(this.graph, new Set([...this.left].filter((v) => !gone.has(v))));
  }
  result() {
    return this.moves().next().done ? "over" : null;
  }
  /** The connected components; a vertex without an edge is none of Arc Kayles. */
  parts() {
    const found = [];
    const waiting = new Set(this.left);
    for (const v of this.left) {
      if (!waiting.delete(v)) continue;
      const part = [v];
      for (const u of part) for (const w of this.near[u]) if (waiting.delete(w)) part.push(w);
      if (part.length > 1 || !this.graph.arcs) found.push(new KaylesPosition(this.graph, new Set(part.sort((a, b) => a - b))));
    }
    return found;
  }
}

class KaylesModel extends ValuesModel {
  static of(graph) {
    // The proof does without the values of some components; a move of its own leaves none of them.
    const valueOf = (part) => {
      const value = graph.values[[...part.left].join(" ")];
      return value === undefined || value === null ? null : BigInt(value);
    };
    return new KaylesModel(new KaylesPosition(graph, new Set(graph.left)), valueOf, "each value is the mex of those after a move");
  }
  parts(position) {
    return position.parts();
  }
  scene({ position }) {
    const vertices = this.position.graph.names.map((text, v) => ({ text, gone: !position.left.has(v), playable: !position.graph.arcs && position.left.has(v) }));
    const buttons = position.graph.arcs ? [...take(position.moves(), 2000)].map((move) => position.write(move)) : [];
    const shown = this.parts(position).map((part, k) => ({ how: "values", at: [...part.left], text: { said: String(this.valueOf(part) ?? "?"), tint: tint(k + 1) } }));
    return { type: "graph", graph: position.graph, vertices, bold: [], buttons, shown };
  }
  /** The moves that were played, in any order. */
  wanted(text) {
    return text.split(/[\s;]+/).filter(Boolean);
  }
  reaches(s, wanted) {
    const left = wanted.filter((text) => !s.path.includes(text));
    const inside = s.path.every((text) => wanted.includes(text));
    return { found: inside && !left.length, next: inside ? this.moves(s).filter((text) => left.includes(text)) : [] };
  }
}
