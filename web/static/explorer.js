// The page: choose a proof, play against it, look at what it answers, check it.
"use strict";

const $ = (id) => document.getElementById(id);
const bytesOf = (text) => (text ? Uint8Array.from(atob(text), (c) => c.charCodeAt(0)) : null);

const page = { models: [], model: null, line: [], tree: new Map(), guessing: false };

function say(text) {
  $("status").textContent = text;
}

// -- the line that was played ------------------------------------------------------------------------

const current = () => page.line[page.line.length - 1].state;

/** Replies are made as long as the proof is to move; `line` holds every position since the start. Whoever
 *  plays the proof's side himself is asked for them instead. */
function answerAll(line) {
  while (!page.guessing && page.model.turn(line[line.length - 1].state) === "hero") {
    const { text, reason, marks, joined, next } = page.model.reply(line[line.length - 1].state);
    line.push({ text, reason, marks, joined, state: next, by: "proof" });
  }
  return line;
}

function played(line, text) {
  const state = page.model.after(line[line.length - 1].state, text);
  return answerAll([...line, { text, state, by: "you", marks: [] }]);
}

/** The proof's side is yours: its move is played, any other one is not, and the reason is said. */
function guessed(text) {
  const found = page.model.reply(current());
  if (found.text !== text) {
    $("problem").textContent = `The proof says nothing of ${text}. It plays ${found.text}: ${found.reason}.`;
    return;
  }
  page.line = [...page.line, { text, reason: found.reason, marks: found.marks, joined: found.joined, state: found.next, by: "proof" }];
  opponentMoves();
  remember();
  show();
}

/** Somebody has to play against you: one of the moves there are, by chance. */
function opponentMoves() {
  while (page.guessing && page.model.turn(current()) === "opponent") {
    const moves = page.model.moves(current());
    page.line = played(page.line, moves[Math.floor(Math.random() * moves.length)]);
  }
}

function play(text) {
  if (page.guessing && page.model.turn(current()) === "hero") return guessed(text);
  try {
    page.line = played(page.line, text);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    $("problem").textContent = error.message;
    return;
  }
  remember();
  show();
  const next = document.querySelector(".playable");
  if (next && document.activeElement === document.body) next.focus({ preventScroll: true });
}

function undo() {
  let end = page.line.length - 1;
  while (end > 0 && page.line[end].by !== "you") end--;
  if (end <= 0) return;
  page.line = page.line.slice(0, end);
  show();
}

function restart() {
  page.line = answerAll([{ state: page.model.start(), by: "start", marks: [] }]);
  opponentMoves();
  show();
}

/** The opponent's moves say everything: the proof's are its own. */
const yours = (line) => line.filter((step) => step.by === "you").map((step) => step.text);

function remember() {
  let at = page.tree;
  for (const step of page.line.slice(1)) {
    if (!at.has(step.text)) at.set(step.text, { by: step.by, below: new Map() });
    at = at.get(step.text).below;
  }
}

function replay(moves) {
  let line = answerAll([{ state: page.model.start(), by: "start", marks: [] }]);
  for (const text of moves) line = played(line, text);
  page.line = line;
  remember();
  show();
}

const linkTo = (moves) => `#${page.models.indexOf(page.model)}:${moves.map(encodeURIComponent).join(";")}`;

function followLink() {
  if (page.guessing) return false;
  const match = /^#([0-9]+):(.*)$/.exec(location.hash);
  if (!match || !page.models[match[1]]) return false;
  choose(page.models[match[1]], false);
  try {
    replay(match[2].split(";").filter(Boolean).map(decodeURIComponent));
  } catch (error) {
    if (!(error instanceof Refused || error instanceof URIError)) throw error;
    restart();
    $("problem").textContent = `The link leads to no position of this proof: ${error.message}.`;
  }
  return true;
}

/** A notebook that holds this page in a frame may say what was played. */
function told({ source, data }) {
  if (source !== parent || parent === window || !Array.isArray(data?.gameproof) || page.guessing) return;
  try {
    replay(data.gameproof.map(String));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    restart();
    $("problem").textContent = `${error.message}.`;
  }
}

// -- what is seen -----------------------------------------------------------------------------------

function show() {
  const state = current();
  const last = page.line[page.line.length - 1];
  const turn = page.model.turn(state);
  $("problem").textContent = "";
  const yourTurn = turn === (page.guessing ? "hero" : "opponent");
  $("board").replaceChildren(drawScene(page.model.scene(state), last.marks, play, yourTurn, last.joined, $("board").clientWidth));
  foresee(null);
  say(page.guessing && turn === "hero" ? "Find the proof's move." : page.model.says(state));
  const asked = page.line[page.line.length - 2];
  $("reason").textContent = last.by === "proof" ? `${asked?.by === "you" ? `You played ${asked.text}. ` : ""}The proof plays ${last.text}: ${last.reason}.` : "";
  $("line").replaceChildren(...page.line.slice(1).map((step) => make("li", { class: step.by }, `${step.by === "you" ? "you" : "proof"}: ${step.text}`)));
  $("undo").disabled = yours(page.line).length === 0;
  $("restart").disabled = page.line.length < 2;
  $("tree").replaceChildren(branchOf(page.tree, []));
  const link = linkTo(yours(page.line));
  $("permalink").href = link;
  if (parent !== window) parent.postMessage({ gameproof: yours(page.line), line: page.line.slice(1).map((step) => step.text) }, "*");
  if (location.hash !== link && (location.hash || yours(page.line).length)) history.replaceState(null, "", link);
}

/** Before a move is made: what would be answered, and where; `null` takes that away. Large proofs take
 *  a moment to answer, so only what is looked at for a while is asked. */
function foresee(text) {
  clearTimeout(page.waiting);
  $("preview").textContent = "";
  document.querySelectorAll("#board .answer").forEach((element) => element.classList.remove("answer"));
  if (text === null || page.guessing) return;
  page.waiting = setTimeout(() => {
    const line = played(page.line, text);
    const last = line[line.length - 1];
    if (last.by !== "proof") return;
    $("preview").textContent = `If you play ${text}, the proof plays ${last.text}: ${last.reason}.`;
    document.querySelector(`#board [data-move="${CSS.escape(last.text)}"]`)?.classList.add("answer");
  }, 150);
}

function looksAhead() {
  const over = ({ target }) => foresee(target.closest?.("[data-move]")?.dataset.move ?? null);
  for (const kind of ["mouseover", "focusin"]) $("board").addEventListener(kind, over);
  for (const kind of ["mouseleave", "focusout"]) $("board").addEventListener(kind, () => foresee(null));
}

/** Boards are drawn anew for a window of another width. */
function watchWidth() {
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    const focused = document.activeElement?.dataset?.move;
    show();
    if (focused) document.querySelector(`#board [data-move="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  });
}

/** Moves that nothing else was tried beside stand on one line. */
function branchOf(tree, before) {
  const list = make("ul");
  for (const [text, entry] of tree) {
    const item = make("li", { class: entry.by });
    let moves = before;
    for (let [word, at] = [text, entry]; ; ) {
      if (at.by === "you") moves = [...moves, word];
      item.append(at.by === "you" ? make("a", { href: linkTo(moves) }, word) : make("b", {}, `→ ${word}`), " ");
      if (at.below.size !== 1) {
        if (at.below.size) item.append(branchOf(at.below, moves));
        break;
      }
      [[word, at]] = at.below;
    }
    list.append(item);
  }
  return list;
}

function choose(model, start = true) {
  page.model = model;
  page.tree = new Map();
  $("proof").value = String(page.models.indexOf(model));
  $("side").textContent = `The proof plays ${model.label}; you play everybody else.`;
  if (start) restart();
}

// -- search --------------------------------------------------------------------------------------------

const MOST_LOOKED = 5000;

/** Looks for a position along the proof's own plays. */
function search(text) {
  const wanted = page.model.wanted(text);
  const start = answerAll([{ state: page.model.start(), by: "start", marks: [] }]);
  const stack = [start];
  const seen = new Set();
  for (let looked = 0; stack.length && looked < MOST_LOOKED; looked++) {
    const line = stack.pop();
    const name = yours(line).sort().join(";");
    if (seen.has(name)) continue;
    seen.add(name);
    const { found, next } = page.model.reaches(line[line.length - 1].state, wanted);
    if (found) return line;
    if (page.model.turn(line[line.length - 1].state) !== "opponent") continue;
    for (const move of [...next].reverse()) stack.push(played(line, move));
  }
  return null;
}

function searched(event) {
  event.preventDefault();
  $("guess").checked = page.guessing = false;
  let line = null;
  let why = "no play against the proof leads there";
  try {
    line = search($("wanted").value);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    why = error.message;
  }
  if (!line) {
    $("problem").textContent = `Not found: ${why}.`;
    return;
  }
  page.line = line;
  remember();
  show();
}

// -- the second checker --------------------------------------------------------------------------------

const SMALL = 1 << 20; // bytes of a file that is checked without being asked to

const BADGES = { verified: "✓ Checked by this page too", "not verified": "✗ This page's checker rejects it" };

function judged(verdict) {
  $("verdict").dataset.verdict = $("badge").dataset.verdict = verdict;
  $("badge").textContent = BADGES[verdict] ?? "Not checked in this browser";
}

function verify() {
  const button = $("verify");
  const bar = $("progress");
  const started = performance.now();
  button.disabled = true;
  bar.hidden = false;
  $("badge").textContent = $("verdict").textContent = "Checking …";
  delete $("verdict").dataset.verdict;
  delete $("badge").dataset.verdict;
  const done = ({ verdict, reason }) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const words = { verified: "VERIFIED", "not verified": "NOT VERIFIED", unknown: "not checked" }[verdict] ?? verdict;
    $("verdict").textContent = `${words} by this page in ${seconds} s: ${reason}.`;
    judged(verdict);
    button.disabled = false;
    bar.hidden = true;
  };
  const source = `${$("checker").textContent}\nonmessage = async ({ data }) => {
    try { postMessage({ done: await verifyFile(data[0], data[1], (part) => postMessage({ part })) }); }
    catch (error) { postMessage({ done: { verdict: "failure", reason: String(error) } }); } };`;
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  worker.onmessage = ({ data }) => {
    if (data.part !== undefined) bar.value = data.part;
    else worker.terminate(), done(data.done);
  };
  worker.onerror = (event) => done({ verdict: "failure", reason: event.message ?? "the checker could not be started" });
  worker.postMessage([page.text, page.arrays]);
}

// -- what the certificate holds ---------------------------------------------------------------------------

const MOST_ROWS = 500;

function tableOf(values, filter) {
  const rows = [...values].filter(([key]) => key.includes(filter));
  const table = make("table", {}, make("caption", {}, `${rows.length} of ${values.size} positions`),
    make("tr", {}, make("th", { scope: "col" }, "position"), make("th", { scope: "col" }, "value")));
  rows.slice(0, MOST_ROWS).forEach(([key, value]) => table.append(make("tr", {}, make("td", {}, key), make("td", {}, String(value)))));
  return table;
}

function describe(value) {
  if (value instanceof Numbers) return `numbers, ${value.shape.join(" × ")}: ${value.data.slice(0, 24).join(" ")}${value.size > 24 ? " …" : ""}`;
  if (value instanceof Map) return `{${[...value.keys()].slice(0, 12).join(", ")}}`;
  const text = JSON.stringify(value, (_, v) => (typeof v === "bigint" ? String(v) : v instanceof Map ? Object.fromEntries(v) : v));
  return text.length > 400 ? `${text.slice(0, 400)} …` : text;
}

function showEvidence(certificate) {
  const list = $("fields");
  for (const [name, value] of certificate) list.append(make("dt", {}, name), make("dd", {}, describe(value)));
  const values = certificate.get("values");
  if (!(values instanceof Map)) return;
  const holder = make("div");
  const fill = (filter) => holder.replaceChildren(tableOf(values, filter));
  const input = make("input", { id: "filter", type: "search", oninput: (event) => fill(event.target.value) });
  $("table").append(make("label", {}, "Search the table: ", input), holder);
  fill("");
}

// -- start -------------------------------------------------------------------------------------------------

async function open() {
  const facts = JSON.parse($("facts").textContent);
  page.text = bytesOf($("text").textContent.trim());
  page.arrays = bytesOf($("arrays").textContent.trim());
  const file = await readFile(page.text, page.arrays);
  const download = (id, bytes, type) => {
    if (!bytes) return $(id).remove();
    $(id).href = URL.createObjectURL(new Blob([bytes], { type }));
  };
  download("json", page.text, "application/json");
  download("npz", page.arrays, "application/octet-stream");
  const lacks = unknownTo(page.text);
  if (lacks === null) {
    $("verify").addEventListener("click", verify);
    if (page.text.length + (page.arrays?.length ?? 0) < SMALL) verify();
  } else {
    $("verify").disabled = true;
    $("verdict").textContent = `Not checked here: this page does not know ${lacks}. The command gameproof check does.`;
    judged("unknown");
  }
  showEvidence(file.certificate);
  const frames = document.querySelectorAll(".picture");
  $("step")?.addEventListener("input", ({ target }) => frames.forEach((frame, i) => (frame.hidden = i !== Number(target.value))));
  const position = positionOf(file.instance, facts.view);
  page.models = modelsOf(position, facts.view, file.certificate);
  if (!page.models.length) {
    $("explorer").replaceWith(...$("start").children);
    for (const svg of document.querySelectorAll(".picture svg")) {
      const { width, height } = svg.viewBox.baseVal;
      svg.style.cssText = fits(width, height, 1.6);
    }
    $("picture").parentElement.remove();
    say("This kind of proof is looked at, not played against.");
  } else {
    $("proof").replaceChildren(...page.models.map((model, i) => make("option", { value: i }, model.label)));
    $("choice").hidden = page.models.length < 2;
    $("proof").addEventListener("change", (event) => choose(page.models[event.target.value]));
    $("undo").addEventListener("click", undo);
    $("restart").addEventListener("click", restart);
    $("guess").addEventListener("change", (event) => {
      page.guessing = event.target.checked;
      restart();
    });
    $("search").addEventListener("submit", searched);
    looksAhead();
    watchWidth();
    addEventListener("hashchange", followLink);
    addEventListener("message", told);
    if (!followLink()) choose(page.models[0]);
  }
  document.documentElement.dataset.ready = "yes";
}

open().catch((error) => {
  say(`The page cannot show this proof: ${error.message}`);
  document.documentElement.dataset.ready = "failed";
  console.error(error);
});
