// The page of a question that is being answered: its progress, until there is an answer.
"use strict";

const progress = document.getElementById("progress");

async function look() {
  const answer = await fetch(`${location.pathname}/state`);
  const found = await answer.json();
  if (found.over) return location.reload();
  document.getElementById("state").textContent = found.state;
  progress.replaceChildren(
    ...found.progress.map((text) => Object.assign(document.createElement("li"), { textContent: text })),
  );
  setTimeout(look, 300);
}

setTimeout(look, 200);
