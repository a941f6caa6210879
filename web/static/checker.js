// The second checker, part 7: from a file to a verdict. Follows docs/trust.md.
"use strict";

function checkTogether(position, certificate, progress, depth) {
  const fields = record(certificate, { kind: is.text, parts: is.list(is.object) }, "together");
  if (!fields.parts.length) refuse("the certificate has no parts");
  const parts = fields.parts.map((part) => derive(position, part, progress, depth + 1));
  return { statements: parts.flatMap((p) => p.statements), sentence: parts.map((p) => p.sentence).join("; ") };
}

function checkStealing(position, certificate) {
  needPositional(position);
  record(certificate, { kind: is.text }, "strategy-stealing");
  if (position.rule !== "strong") refuse("there is nothing to steal under the weak rule");
  const statements = position.players.flatMap((player) => cannotWin(position, player));
  if (!statements.length) refuse("no strategy can be stolen");
  return { statements, sentence: "the rules decide" };
}

const KINDS = {
  pairing: checkPairing,
  potential: checkPotential,
  hall: checkHall,
  play: checkStrategy,
  "positional-strategy": checkPositional,
  hold: checkZones,
  force: checkForced,
  together: checkTogether,
  "strategy-stealing": checkStealing,
};

/** What checks a step; of kinds with several theorems some are not known. */
function checkerOf(step) {
  const kind = step.get("kind");
  if (!Object.hasOwn(KINDS, kind)) unknown(`certificates of kind ${kind}`);
  if (kind === "potential" && step.get("theorem") === "beck") unknown("the potential of Beck");
  if (kind === "hall" && step.get("direction") === "weights") unknown("weights of sets and cells");
  if (kind === "positional-strategy" && Array.isArray(step.get("box"))) unknown("strategies inside a box");
  return KINDS[kind];
}

/** The statements that a certificate proves of a position; it never sees the answer. */
function derive(position, certificate, progress = () => {}, depth = 0) {
  if (!isObject(certificate) || typeof certificate.get("kind") !== "string") refuse("no certificate with a kind");
  return checkerOf(certificate)(position, certificate, progress, depth);
}

/** What a file has that this checker does not know, `null` where it can be checked: the game, the
 *  question, or a kind of certificate, that of parts included. Arrays are not looked at. */
function unknownTo(textBytes) {
  try {
    const document = parseJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(textBytes));
    meaning(resolveInstance(document.get("instance")), document.get("answer"));
    document.get("steps").forEach(checkerOf);
    return null;
  } catch (error) {
    return error instanceof Unknown ? error.message : null; // what is wrong is told by the verdict
  }
}

/** The verdict on a file: `verified`, `not verified` with the first reason, or `unknown` where this
 *  checker does not know the game, the question or the kind. */
async function verifyFile(textBytes, arrayBytes, progress = () => {}) {
  try {
    const file = await readFile(textBytes, arrayBytes);
    const asked = resolveInstance(file.instance);
    const wanted = meaning(asked, file.answer);
    const found = derive(asked.position, file.certificate, progress);
    for (const statement of wanted)
      if (!found.statements.some((known) => implies(known, statement)))
        refuse(`what was derived (${found.sentence}) does not entail the answer ${file.answer}`);
    return { verdict: "verified", reason: found.sentence };
  } catch (error) {
    if (error instanceof Refused) return { verdict: "not verified", reason: error.message };
    if (error instanceof Unknown) return { verdict: "unknown", reason: `this page does not know ${error.message}` };
    throw error;
  }
}
