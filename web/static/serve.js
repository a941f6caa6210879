// The page of a question: its progress until there is an answer, then the proof in a frame of its own height.
"use strict";

const progress = document.getElementById("progress");
const proof = document.getElementById("proof");

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

/** A page inside a page has no bar of its own to scroll by. */
function grown() {
  const page = proof.contentDocument?.documentElement;
  if (!page) return;
  const fit = () => (proof.style.height = `${page.getBoundingClientRect().height + 8}px`);
  new ResizeObserver(fit).observe(page);
  fit();
}

if (progress) setTimeout(look, 200);
if (proof?.contentDocument?.readyState === "complete" && proof.contentWindow.location.href !== "about:blank") grown();
proof?.addEventListener("load", grown);
