"""A real browser, driven through the pipe of its developer tools; no library is needed."""

from __future__ import annotations

import base64
import itertools
import json
import os
import selectors
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first knows no windows, which halves the work of all tests here."""

CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)

PATIENCE = 90.0
"""Seconds until a step that has not happened is a failure: generous, a busy machine is slow."""

SCREENSHOTS = Path(given) if (given := os.environ.get("GAMEPROOF_SCREENSHOTS")) else None
"""Where they are wanted."""


class Failed(AssertionError):
    """What the browser did not do."""


class Browser:
    """One headless Chromium with one page; ``errors`` collects what its console complains of."""

    def __init__(self) -> None:
        assert CHROMIUM is not None
        self.folder = tempfile.TemporaryDirectory(prefix="gameproof-browser-")
        down_out, down_in = os.pipe()
        up_out, up_in = os.pipe()
        words = [
            CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
            "--no-first-run", "--disable-background-networking", "--disable-dev-shm-usage",
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
            f"--user-data-dir={self.folder.name}", "about:blank",
        ]  # fmt: skip
        # The browser reads its orders from 3 and answers on 4.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{down_out} 4>&{up_in}', "bash", *words],
            pass_fds=(down_out, up_in), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(down_out)
        os.close(up_in)
        self._down, self._up = down_in, up_out
        self._selector = selectors.DefaultSelector()
        self._selector.register(up_out, selectors.EVENT_READ)
        self._buffer = b""
        self._numbers = itertools.count(1)
        self.errors: list[str] = []
        self.requests: list[str] = []
        targets = self._call("Target.getTargets")["targetInfos"]
        page = next(t["targetId"] for t in targets if t["type"] == "page")
        attached = self._call("Target.attachToTarget", targetId=page, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)  # as a window in front
        self.size(1200, 900)

    def close(self) -> None:
        """End the browser that was started here."""
        os.close(self._down)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._selector.close()
        os.close(self._up)
        self.folder.cleanup()

    # -- messages -----------------------------------------------------------------------------

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command to the page."""
        return self._call(method, session=self.session, **parameters)

    def _call(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        number = next(self._numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._down, data) :]
        until = time.monotonic() + PATIENCE
        while True:
            answer = self._read(until)
            if answer.get("id") == number:
                if "error" in answer:
                    raise Failed(f"{method}: {answer['error'].get('message')}")
                found: dict[str, Any] = answer["result"]
                return found
            self._noted(answer)

    def _read(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            if not self._selector.select(max(0.0, until - time.monotonic())):
                raise Failed("the browser does not answer")
            data = os.read(self._up, 1 << 20)
            if not data:
                raise Failed("the browser has ended")
            self._buffer += data
        text, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        return message

    def _noted(self, event: dict[str, Any]) -> None:
        method, given = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = given["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and given["type"] in ("error", "assert"):
            self.errors.append(" ".join(str(a.get("value", "")) for a in given["args"]))
        elif method == "Log.entryAdded" and given["entry"]["level"] == "error":
            self.errors.append(given["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(given["request"]["url"])

    # -- what a person does -------------------------------------------------------------------

    def size(self, width: int, height: int, *, dark: bool = False) -> None:
        """The window, and whether the reader prefers dark pages; still ones in any case."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip
        theme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        still = {"name": "prefers-reduced-motion", "value": "reduce"}
        self.call("Emulation.setEmulatedMedia", features=[theme, still])

    def open(self, address: str) -> None:
        """Go there, and wait until the page says that it is ready."""
        self.errors.clear()
        self.requests.clear()
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        found = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in found:
            raise Failed(f"{script}: {found['exceptionDetails']}")
        return found["result"].get("value")

    def wait(self, condition: str) -> Any:
        """Until an expression is true."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                found = self.run(f"(v => v instanceof Node || v)({condition})")
            except Failed:  # the page is just being exchanged, or what is asked for is not there
                found = None
            if found:
                return found
            if time.monotonic() > until:
                raise Failed(f"never: {condition}; {self.run('document.body.innerText')[:800]}")
            time.sleep(0.02)

    def text(self, selector: str) -> str:
        """The text of an element."""
        return str(self.run(f"document.querySelector({json.dumps(selector)}).innerText"))

    def click(self, selector: str) -> None:
        """A click of the mouse in the middle of an element; again where the page moved it away
        before the click came (a drawing that is loaded late makes room for itself)."""
        until = time.monotonic() + PATIENCE
        while not self._clicked(selector):
            if time.monotonic() > until:
                raise Failed(f"never reached by a click: {selector}")

    def _clicked(self, selector: str) -> bool:
        """Click where an element is now. Did the click come to what was seen there?"""
        place = self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            "if (!e) return null; e.scrollIntoView({block: 'center', inline: 'center'});"
            "const r = e.getBoundingClientRect();"
            "const place = [r.x + r.width / 2, r.y + r.height / 2];"
            "const aimed = window.aimed = document.elementFromPoint(...place);"
            "window.reached = null;"
            "addEventListener('click', ({target}) => { window.reached = target === aimed ||"
            " e.contains(target); }, {capture: true, once: true});"
            "return place; })()"
        )
        if place is None:
            raise Failed(f"no {selector}")
        for kind in ("mousePressed", "mouseReleased"):
            self.call(
                "Input.dispatchMouseEvent",
                type=kind, x=place[0], y=place[1], button="left", clickCount=1,
            )  # fmt: skip
        # A button that is off and a page without scripts tell of no click: there it is asked
        # whether the element still is where it was. Another page knows nothing of all this.
        try:
            return bool(
                self.run(
                    "window.aimed === undefined || (window.reached ?? "
                    f"document.elementFromPoint(...{json.dumps(place)}) === window.aimed)"
                )
            )
        except Failed:  # just being exchanged
            return True

    def move(self, text: str) -> None:
        """Play a move by a click on its cell."""
        self.click(f'[data-move="{text}"]')

    def write(self, selector: str, text: str) -> None:
        """Type into a field, in the place of what stands there."""
        self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            "e.focus(); if (e.select) e.select(); })()"
        )
        self.call("Input.insertText", text=text)

    def press(self, key: str) -> None:
        """A key by its name: ``Enter``, ``Tab``, ``ArrowRight``."""
        codes = {"Enter": 13, "Tab": 9, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
                 "ArrowDown": 40}  # fmt: skip
        more = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent",
                type=kind, key=key, code=key, windowsVirtualKeyCode=codes[key],
                **(more if kind == "keyDown" else {}),
            )  # fmt: skip

    def screenshot(self, name: str) -> None:
        """What is seen, as a PNG in the folder of screenshots; without one nothing is drawn."""
        if SCREENSHOTS is not None:
            data = self.call("Page.captureScreenshot", format="png")["data"]
            SCREENSHOTS.mkdir(parents=True, exist_ok=True)
            (SCREENSHOTS / name).write_bytes(base64.b64decode(data))
