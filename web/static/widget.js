// The explorer of a proof inside a notebook: its page in a frame that can reach nothing else. What is
// played in the page stands in `played` and `line`; a `played` that is set from Python is played there.
export default {
  render({ model, el }) {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.setAttribute("title", "the proof, move by move");
    frame.style.cssText = `width: 100%; height: ${model.get("height")}px; border: 1px solid #999`;
    frame.srcdoc = model.get("html");
    const same = (a, b) => a.length === b.length && a.every((text, i) => text === b[i]);
    let shown = [];
    const heard = ({ source, data }) => {
      if (source !== frame.contentWindow || !Array.isArray(data?.gameproof)) return;
      shown = data.gameproof.map(String);
      if (!same(shown, model.get("played"))) model.set("played", shown);
      model.set("line", data.line.map(String));
      model.save_changes();
    };
    const wanted = () => {
      const played = model.get("played");
      if (!same(played, shown)) frame.contentWindow?.postMessage({ gameproof: played }, "*");
    };
    // The first message says that the page is ready; what was played before is played then.
    const before = model.get("played");
    const first = ({ source }) => {
      if (source !== frame.contentWindow) return;
      removeEventListener("message", first);
      if (before.length) frame.contentWindow.postMessage({ gameproof: before }, "*");
      addEventListener("message", heard);
    };
    addEventListener("message", before.length ? first : heard);
    model.on("change:played", wanted);
    el.append(frame);
    return () => {
      removeEventListener("message", first);
      removeEventListener("message", heard);
      model.off("change:played", wanted);
    };
  },
};
