// The page: choose a proof, play against it, look at what it answers, check it.
"use strict";

const $ = (id) => document.getElementById(id);
const bytesOf = (text) => (text ? Uint8Array.from(atob(text), (c) => c.charCodeAt(0)) : null);

/** `line` holds every position of the play since the start, `at` the one that is seen. */
const page = { models: [], model: null, line: [], at: 0, guessing: false, fresh: false, clock: null };

function say(text) {
  $("status").textContent = text;
}

// -- the line that was played ------------------------------------------------------------------------

const seen = () => page.line.slice(0, page.at + 1);
const current = () => page.line[page.at].state;
const starting = () => [{ state: page.model.start(), by: "start" }];

/** Replies are made as long as the proof is to move. Whoever plays the proof's side himself is asked for
 *  them instead. */
function answerAll(line) {
  while (!page.guessing && page.model.turn(line[line.length - 1].state) === "hero") line.push(answered(line));
  return line;
}

function answered(line) {
  const { text, reason, shown, next } = page.model.reply(line[line.length - 1].state);
  return { text, reason, shown, state: next, by: "proof" };
}

function played(line, text) {
  const state = page.model.after(line[line.length - 1].state, text);
  return answerAll([...line, { text, state, by: "you" }]);
}

/** This play is seen from now on, at its end or where `at` says. */
function see(line, { at = line.length - 1, fresh = false } = {}) {
  Object.assign(page, { line, at, fresh });
  show();
}

/** The proof's side is yours: its move is played, any other one is not, and the reason is said. */
function guessed(text) {
  const found = answered(seen());
  if (found.text === text) return see(opposed([...seen(), found]), { fresh: true });
  $("problem").textContent = `The proof says nothing of ${text}. It plays ${found.text}: ${found.reason}.`;
}

/** Somebody has to play against you: one of the moves there are, by chance. */
function opposed(line) {
  while (page.guessing && page.model.turn(line[line.length - 1].state) === "opponent") line = played(line, byChance(line[line.length - 1].state));
  return line;
}

const byChance = (state) => {
  const moves = page.model.moves(state);
  return moves[Math.floor(Math.random() * moves.length)];
};

/** The move that asks most of the proof: of greatest danger, else one that leaves most moves. */
function stubborn(line) {
  const { model } = page;
  const state = line[line.length - 1].state;
  const left = (text) => {
    const after = played(line, text);
    return model.moves(after[after.length - 1].state).length;
  };
  const worth = model.danger ? (text) => model.danger(state, text) : left;
  return model.moves(state).slice(0, 200).map((text) => [worth(text), text]).reduce((a, b) => (b[0] > a[0] ? b : a))[1];
}

function play(text) {
  if (page.guessing && page.model.turn(current()) === "hero") return guessed(text);
  try {
    see(played(seen(), text), { fresh: true });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    $("problem").textContent = error.message;
    return;
  }
  const next = document.querySelector("#board .playable, #board [data-move]");
  if (next && document.activeElement === document.body) next.focus({ preventScroll: true });
}

/** Where you can move, or the play ends: that is where undoing and redoing stop. */
const rests = (at) => at === page.line.length - 1 || page.line[at + 1].by === "you";

function move(step) {
  let at = page.at + step;
  while (page.line[at] && !rests(at)) at += step;
  if (page.line[at]) see(page.line, { at, fresh: step > 0 });
}

function restart() {
  see(opposed(answerAll(starting())));
}

/** The opponent's moves say everything: the proof's are its own. */
const yours = (line) => line.filter((step) => step.by === "you").map((step) => step.text);

/** The line goes on where a local server knows more than the page. */
async function known(line) {
  const { model } = page;
  const end = () => line[line.length - 1].state;
  while (model.turn(end()) === "unknown" && (await model.learn(end()))) line = answerAll(line);
  return line;
}

async function replayed(moves) {
  let line = await known(answerAll(starting()));
  for (const text of moves) line = await known(played(line, text));
  return line;
}

/** What can come up soon is asked for while one looks; a play that waits for it then goes on. */
async function ahead() {
  const { model } = page;
  const state = current();
  if (!model.lacks?.(state)) return;
  await model.learn(state);
  if (page.model !== model || current() !== state) return;
  if (model.turn(state) !== "unknown") see(opposed(answerAll(seen())), { fresh: true });
  else say(model.says(state));
}

const linkTo = (moves) => `#${page.models.indexOf(page.model)}:${moves.map(encodeURIComponent).join(";")}`;

async function followLink() {
  if (page.guessing) return false;
  const match = /^#([0-9]+):(.*)$/.exec(location.hash);
  if (!match || !page.models[match[1]]) return false;
  choose(page.models[match[1]], false);
  try {
    see(await replayed(match[2].split(";").filter(Boolean).map(decodeURIComponent)));
  } catch (error) {
    if (!(error instanceof Refused || error instanceof URIError)) throw error;
    restart();
    $("problem").textContent = `The link leads to no position of this proof: ${error.message}.`;
  }
  return true;
}

/** How high this page is, for the one that holds it. */
const sized = () => parent.postMessage({ height: document.documentElement.getBoundingClientRect().height }, "*");

/** A page that holds this one in a frame may say which theme it has, and what was played. */
async function told({ source, data }) {
  if (source !== parent || parent === window) return;
  if (typeof data === "object" && data !== null && "theme" in data) {
    if (data.theme) document.documentElement.dataset.theme = data.theme;
    else delete document.documentElement.dataset.theme;
    sized();
  }
  if (!Array.isArray(data?.gameproof) || page.guessing) return;
  try {
    see(await replayed(data.gameproof.map(String)));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    restart();
    $("problem").textContent = `${error.message}.`;
  }
}

// -- a play that goes on by itself ----------------------------------------------------------------------

const PACE = 900; // milliseconds between two moves

function watch() {
  if (page.clock) return stopped();
  $("guess").checked = page.guessing = false;
  if (page.model.turn(current()) === "over") restart();
  $("watch").textContent = "Stop";
  const next = () => {
    if (page.model.turn(current()) !== "opponent") return stopped();
    play($("opponent").value === "worst" ? stubborn(seen()) : byChance(current()));
    page.clock = setTimeout(next, PACE);
  };
  page.clock = setTimeout(next, 0);
}

function stopped() {
  clearTimeout(page.clock);
  page.clock = null;
  $("watch").textContent = "Let it play";
}

// -- what is seen -----------------------------------------------------------------------------------

function show() {
  const line = seen();
  const state = current();
  const last = line[line.length - 1];
  const turn = page.model.turn(state);
  $("problem").textContent = "";
  const yourTurn = turn === (page.guessing ? "hero" : "opponent");
  const scene = page.model.scene(state);
  const asked = last.by === "proof" && line[line.length - 2].by === "you" ? line[line.length - 2].text : last.by === "you" ? last.text : null;
  const shown = [...(scene.shown ?? []), ...(last.shown ?? [])];
  const how = { play, playable: yourTurn, asked, answered: last.by === "proof" ? last.text : null, shown, room: $("board").clientWidth, fresh: page.fresh };
  const drawing = drawScene(scene, how);
  $("board").replaceChildren(drawing);
  const svg = drawing.matches("svg") ? drawing : drawing.querySelector("svg");
  $("explorer").style.setProperty("--board", !svg ? "44rem" : svg === drawing ? svg.style.getPropertyValue("--width") : `max(22rem, ${svg.style.getPropertyValue("--width") || "0px"})`);
  foresee(null);
  say(page.guessing && turn === "hero" ? "Find the proof's move." : page.model.says(state));
  // How the proof works stands there until the reader has played.
  const first = yours(line).length === 0;
  $("reason").classList.toggle("opening", first);
  const played = last.by === "proof" ? `${asked === null ? "" : `You played ${asked}. `}The proof plays ${last.text}: ${last.reason}.` : "";
  $("reason").textContent = [played, first ? $("reason").dataset.opening : ""].filter(Boolean).join(" ");
  $("line").replaceChildren(...page.line.slice(1).map((step, k) => {
    const here = k + 1 === page.at;
    const button = make("button", { type: "button", "aria-current": here ? "step" : null, onclick: () => see(page.line, { at: k + 1 }) }, `${step.by === "you" ? "you" : "proof"}: ${step.text}`);
    return make("li", { class: step.by }, button);
  }));
  const here = $("line").children[page.at - 1];
  if (here) $("line").scrollTop = here.offsetTop - $("line").offsetTop - 60;
  Object.assign($("moment"), { max: page.line.length - 1, value: page.at });
  $("moment").setAttribute("aria-valuetext", last.text ? `${last.by === "you" ? "you" : "the proof"}: ${last.text}` : "the start");
  $("undo").disabled = yours(line).length === 0;
  $("redo").disabled = page.at === page.line.length - 1;
  $("restart").disabled = page.line.length < 2;
  const link = linkTo(yours(line));
  $("permalink").href = link;
  if (parent !== window) parent.postMessage({ gameproof: yours(line), line: line.slice(1).map((step) => step.text) }, "*");
  // The address of a frame is not seen, and one of a notebook's widget has none that can change.
  else if (location.hash !== link && (location.hash || yours(line).length)) history.replaceState(null, "", link);
  ahead();
}

/** Before a move is made: what would be answered, and where; `null` takes that away. Large proofs take
 *  a moment to answer, so only what is looked at for a while is asked. */
function foresee(text) {
  clearTimeout(page.waiting);
  $("preview").textContent = "";
  document.querySelectorAll("#board .answer").forEach((element) => element.classList.remove("answer"));
  unringed("answer");
  if (text === null || page.guessing) return;
  page.waiting = setTimeout(() => {
    const line = played(seen(), text);
    const last = line[line.length - 1];
    if (last.by !== "proof") return;
    $("preview").textContent = `If you play ${text}, the proof plays ${last.text} (edged in dashes): ${last.reason}.`;
    const there = document.querySelector(`#board [data-move="${CSS.escape(last.text)}"]`);
    there?.classList.add("answer");
    ringed(there, "answer");
  }, 150);
}

function looksAhead() {
  const over = ({ target }) => foresee(target.closest?.("[data-move]")?.dataset.move ?? null);
  for (const kind of ["mouseover", "focusin"]) $("board").addEventListener(kind, over);
  for (const kind of ["mouseleave", "focusout"]) $("board").addEventListener(kind, () => foresee(null));
}

/** The arrow keys lead through the play, where they are not needed for something else. */
function listens() {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, select, textarea, svg")) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) move(step);
  });
}

/** Boards are drawn anew for a window of another width. */
function watchWidth() {
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    page.fresh = false;
    const focused = document.activeElement?.dataset?.move;
    show();
    if (focused) document.querySelector(`#board [data-move="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  });
}

function choose(model, start = true) {
  stopped();
  page.model = model;
  $("proof").value = String(page.models.indexOf(model));
  $("side").textContent = `The proof plays ${model.label}; the other moves are yours. ${model.notation ?? ""}`;
  $("wanted").placeholder = model.example ?? model.moves(model.start())[0] ?? "";
  $("tree").replaceChildren(branches(answerAll(starting())));
  if (start) restart();
}

// -- every answer ----------------------------------------------------------------------------------------

const MOST_BRANCHES = 400;

/** The moves after a line, each with its answer once it is opened. */
function branches(line) {
  const { model } = page;
  const state = line[line.length - 1].state;
  if (model.turn(state) === "over") return make("p", {}, model.says(state));
  if (model.turn(state) === "unknown") {
    const waiting = make("p", {}, model.says(state));
    known(line).then((more) => waiting.replaceWith(more === line ? make("p", {}, model.says(state)) : branches(more)));
    return waiting;
  }
  return make("div", { class: "branches" }, ...model.moves(state).slice(0, MOST_BRANCHES).map((text) => {
    const details = make("details", {}, make("summary", {}, text));
    const open = () => {
      const after = played(line, text);
      const last = after[after.length - 1];
      const link = make("a", { href: linkTo(yours(after)) }, "on the board");
      const said = last.by === "proof" ? [make("b", {}, `→ ${last.text}`), ` ${last.reason}; `] : [];
      details.append(make("p", {}, ...said, link), branches(after));
    };
    details.addEventListener("toggle", open, { once: true });
    return details;
  }));
}

// -- search --------------------------------------------------------------------------------------------

const MOST_LOOKED = 5000;

/** Looks for a position along the proof's own plays. */
function search(text) {
  const wanted = page.model.wanted(text);
  const start = answerAll(starting());
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
  see(line);
}

// -- the checker that is proved --------------------------------------------------------------------------

const SMALL = 100_000; // characters of packed numbers that are checked without being asked to
const UNASKED = 10; // seconds of that

const BADGES = {
  verified: "✓ Proved in this browser",
  "not verified": "✗ Not proved by this page's checker",
  running: "Checking …",
  none: "Not checked in this browser yet",
  broken: "Not checked in this browser",
};

/** What the checker says, in its own lines below. */
function judged(verdict, text, lines = []) {
  $("badge").textContent = BADGES[verdict];
  $("badge").dataset.verdict = $("found").dataset.verdict = verdict;
  $("verdict").textContent = text;
  $("theorem").replaceChildren(...lines.map((line) => make("li", {}, line)));
  const running = verdict === "running";
  $("prove").textContent = running ? "Stop" : ["verified", "not verified"].includes(verdict) ? "Check again" : "Check the proof";
  $("prove").classList.toggle("main", ["none", "broken"].includes(verdict));
  $("progress").hidden = $("elapsed").hidden = !running;
}

/** The program goes through the numbers apart from the page, which goes on meanwhile. The theorem is about what the
 *  numbers say, so the words are the program's and not the certificate's. It does not tell how far it is.
 *  `most` are seconds. */
async function prove(most = Infinity) {
  if (page.checking) return page.checking.stop();
  const started = performance.now();
  const time = (digits) => `${((performance.now() - started) / 1000).toFixed(digits)} s`;
  const clock = setInterval(() => ($("elapsed").textContent = time(0)), 1000);
  let worker = null;
  const ended = (verdict, text, lines) => {
    clearInterval(clock);
    worker?.terminate();
    page.checking = null;
    judged(verdict, text, lines);
  };
  const checking = { stop: () => ended("none", `Stopped after ${time(0)}.`) };
  if (most < Infinity) setTimeout(() => page.checking === checking && ended("none", `It takes longer than ${most} s.`), 1000 * most);
  const failed = (reason) => ended("broken", `The check broke off after ${time(1)}, and says nothing of the proof: ${reason}. The same program on your machine: gameproof check --formal proof.json.`);
  page.checking = checking;
  $("elapsed").textContent = "";
  judged("running", "");
  const [source, numbers] = await Promise.all(["prover", "numbers"].map((id) => inflated($(id).textContent).text()));
  if (page.checking !== checking) return; // stopped meanwhile
  const asked = `${source}\nonmessage = ({ data }) => postMessage(globalThis.gameproofProved(data));`;
  worker = new Worker(URL.createObjectURL(new Blob([asked], { type: "text/javascript" })));
  worker.onmessage = ({ data }) =>
    data === null
      ? ended("not verified", `NOT PROVED by the proved checker in ${time(1)}: the numbers do not show what they claim.`)
      : ended("verified", `PROVED by the proved checker in ${time(1)}:`, data.split("\n"));
  worker.onerror = (event) => failed(event.message ?? "it could not be started");
  worker.postMessage(numbers);
}

// -- what the certificate holds ---------------------------------------------------------------------------

const MOST_ROWS = 500;

function tableOf(values, filter) {
  const all = Object.entries(values);
  const rows = all.filter(([key]) => key.includes(filter));
  const table = make("table", {}, make("caption", {}, `${rows.length} of ${all.length} positions`),
    make("tr", {}, make("th", { scope: "col" }, "position"), make("th", { scope: "col" }, "value")));
  rows.slice(0, MOST_ROWS).forEach(([key, value]) => table.append(make("tr", {}, make("td", {}, key), make("td", {}, String(value)))));
  return table;
}

const MOST_WIDE = 16; // columns of an array that is shown as a table

/** Rows of numbers, the first ones of many; `name` says what a number stands for. */
function tableOfRows(rows, name) {
  const table = make("table", {}, ...rows.slice(0, 60).map((row, k) =>
    make("tr", {}, make("th", { scope: "row" }, String(k + 1)), ...row.map((x) => make("td", {}, name(x))))));
  const more = rows.length > 60 ? [make("p", {}, `and ${rows.length - 60} more rows`)] : [];
  return make("details", {}, make("summary", {}, `${rows.length} rows`), table, ...more);
}

const isRows = (value) => Array.isArray(value) && value.length > 0 && value.every((row) => Array.isArray(row) && row.length <= MOST_WIDE && row.every((x) => !(typeof x === "object" && x)));

const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Numbers);

/** What a field of the certificate holds: rows as a table, everything else in a line. */
function described(value, name) {
  if (value instanceof Numbers && value.shape.length === 2 && value.shape[1] <= MOST_WIDE) return tableOfRows(rowsOf(value), name);
  if (value instanceof Numbers) return `${value.shape.join(" × ")} numbers: ${[...value.data.slice(0, 40)].map(name).join(" ")}${value.size > 40 ? " …" : ""}`;
  if (isRows(value)) return tableOfRows(value, name);
  if (isRecord(value)) return fieldsOf(value, name);
  const text = JSON.stringify(value);
  return text.length > 400 ? `${text.slice(0, 400)} …` : text;
}

const fieldsOf = (record, name) =>
  make("dl", {}, ...Object.entries(record).slice(0, 40).flatMap(([field, value]) => [make("dt", {}, field), make("dd", {}, described(value, name))]));

/** The certificate's fields; in a pairing the cells have their names. */
function showEvidence(certificate, position) {
  for (const [field, value] of Object.entries(certificate)) {
    const cells = certificate.kind === "pairing" && field === "pairs" && position;
    const name = cells ? (x) => position.write(Number(x)) : String;
    $("fields").append(make("dt", {}, field), make("dd", {}, described(value, name)));
  }
  const { values } = certificate;
  if (!isRecord(values)) return;
  const holder = make("div");
  const fill = (filter) => holder.replaceChildren(tableOf(values, filter));
  const input = make("input", { id: "filter", type: "search", oninput: (event) => fill(event.target.value) });
  $("table").append(make("label", {}, "Search the table: ", input), holder);
  fill("");
}

// -- start -------------------------------------------------------------------------------------------------

/** What the page holds as JSON, packed where it is long. */
async function unpacked(id) {
  const text = $(id).textContent.trim();
  if (text.startsWith("{")) return JSON.parse(text);
  return inflated(text).json();
}

function inflated(text) {
  return new Response(new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("deflate")));
}

/** The frames of a picture, put together from what changes between them; the slider chooses one. */
async function animated() {
  if (!$("frames")) return;
  const { shapes, frames, changes } = await unpacked("frames");
  const now = [];
  const drawings = frames.map(([before, after], k) => {
    for (const [at, gone, ...come] of changes[k]) now.splice(at, gone, ...come);
    return [before, now.slice(), after];
  });
  const frame = document.querySelector(".picture");
  const show = (number) => {
    const [before, numbers, after] = drawings[number];
    const style = frame.firstElementChild.style.cssText;
    frame.innerHTML = before + numbers.map((number) => shapes[number]).join("") + after;
    frame.firstElementChild.style.cssText = style;
  };
  if ($("step")) $("step").addEventListener("input", ({ target }) => show(target.value));
  else show(0);
}

async function open() {
  addEventListener("message", told);
  const facts = await unpacked("facts");
  page.text = bytesOf($("text").textContent.trim());
  page.arrays = bytesOf($("arrays").textContent.trim());
  const { certificate, steps } = await readFile(page.text, page.arrays);
  const download = (id, bytes, type) => {
    $(id).href = URL.createObjectURL(new Blob([bytes], { type }));
  };
  download("json", page.text, "application/json");
  if (page.arrays) download("npz", page.arrays, "application/octet-stream");
  else $("beside").remove();
  if ($("prove")) {
    $("prove").addEventListener("click", () => prove());
    if ($("numbers").textContent.length < SMALL) prove(UNASKED);
  }
  await animated();
  document.querySelectorAll(".picture svg").forEach(enlarge);
  const position = positionOf(facts.view);
  showEvidence(certificate ?? Object.fromEntries(steps.map((step, k) => [`step ${k + 1}`, step])), position);
  page.models = certificate ? modelsOf(position, facts.view, certificate) : [];
  const { played: out } = facts.view;
  // Boards are better than lists of moves, and pictures of positions better than one of the start.
  const lists = page.models.every((model) => model.scene(model.start()).type === "list");
  const whole = out && (facts.view.served || out.nodes.every(({ turn }) => turn !== "unknown"));
  if (out && lists && (whole || !page.models.length)) page.models = [new PlayedModel(out, facts.view.graph, facts.view.served), ...page.models.filter(({ starter }) => starter !== out.starter)];
  if (!page.models.length) {
    $("explorer").replaceWith($("status"), ...($("start")?.children ?? []));
    say("This kind of proof is looked at, not played against.");
    $("answered").remove();
    $("picture")?.parentElement.remove();
  } else {
    $("proof").replaceChildren(...page.models.map((model, i) => make("option", { value: i }, model.label)));
    $("choice").hidden = page.models.length < 2;
    $("proof").addEventListener("change", (event) => choose(page.models[event.target.value]));
    $("undo").addEventListener("click", () => move(-1));
    $("redo").addEventListener("click", () => move(1));
    $("moment").addEventListener("input", ({ target }) => see(page.line, { at: Number(target.value) }));
    $("watch").addEventListener("click", watch);
    $("restart").addEventListener("click", restart);
    $("guess").addEventListener("change", (event) => {
      stopped();
      page.guessing = event.target.checked;
      restart();
    });
    $("search").addEventListener("submit", searched);
    looksAhead();
    listens();
    watchWidth();
    addEventListener("hashchange", followLink);
    if (!(await followLink())) choose(page.models[0]);
  }
  // In a frame of another page: the board alone where that is asked for, and how high it is.
  if (location.search === "?board") document.documentElement.dataset.only = "board";
  if (parent !== window) new ResizeObserver(sized).observe(document.documentElement);
  document.documentElement.dataset.ready = "yes";
}

open().catch((error) => {
  say(`The page cannot show this proof: ${error.message}`);
  document.documentElement.dataset.ready = "failed";
  console.error(error);
});
