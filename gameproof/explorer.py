"""The page of a proof inside a notebook."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, repr=False)
class Explorer:
    """A proof's page, shown in a frame of its own that can reach nothing else; what is played in
    it stays there."""

    html: str

    def _repr_html_(self) -> str:
        from html import escape

        style = "width:100%;height:720px;border:1px solid #999"
        page = escape(self.html)
        return f'<iframe sandbox="allow-scripts" style="{style}" srcdoc="{page}"></iframe>'

    def __repr__(self) -> str:
        return f"Explorer({len(self.html)} characters)"
