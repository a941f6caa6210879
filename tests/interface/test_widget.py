"""The widget of notebooks, as far as it can be looked at without one."""

from __future__ import annotations

import sys

import pytest

import gameproof as gp
from gameproof.explorer import Explorer
from gameproof.web.scripts import static
from gameproof.web.widget import HEIGHT, available


def test_the_widget_holds_the_page_and_what_is_played() -> None:
    pytest.importorskip("anywidget", reason="the extra 'notebook' is not installed")
    widget = gp.solve("tictactoe 3 2").explore()
    assert not isinstance(widget, Explorer)
    assert widget.html.startswith("<!DOCTYPE html>")
    assert (widget.height, widget.played, widget.line) == (HEIGHT, [], [])
    widget.played = ["b2"]
    assert widget.played == ["b2"]
    traits = widget.traits(sync=True)  # type: ignore[attr-defined]
    assert {"html", "height", "played", "line", "_esm"} <= traits.keys()
    assert widget._esm == static("widget.js")  # type: ignore[attr-defined]
    with pytest.raises(Exception, match="played"):
        widget.played = [1]  # type: ignore[list-item]


def test_without_anywidget_the_page_stands_in_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    assert not available()
    assert isinstance(gp.solve("nim 3 4 5").explore(), Explorer)
