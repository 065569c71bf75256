"""The colours of board pictures."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from typing import Final, NamedTuple


class Ink(NamedTuple):
    """A fill colour, and a colour that is readable on it."""

    fill: str
    text: str


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one theme."""

    paper: str
    """Behind and around the board."""
    board: str
    line: str
    text: str
    white: Ink
    """A white man, and its edge and grooves."""
    black: Ink
    mark: str
    """Rings of highlights, and the side to move."""
    arrow: str
    win: Ink
    draw: Ink
    loss: Ink


# Blue and vermilion differ for every kind of colour vision, and in lightness.
_WIN, _LOSS = Ink("#0069a6", "#ffffff"), Ink("#c04a00", "#ffffff")

THEMES: Final = {
    "light": Theme(
        paper="#fbf6ec",
        board="#f0dfbd",
        line="#6b4a24",
        text="#5c4020",
        white=Ink("#fffdf8", "#8a6a3b"),
        black=Ink("#2c2723", "#8d8279"),
        mark="#b06f00",
        arrow="#17803d",
        win=_WIN,
        draw=Ink("#dcdcdc", "#222222"),
        loss=_LOSS,
    ),
    "dark": Theme(
        paper="#1d1916",
        board="#3a3029",
        line="#b3997a",
        text="#d9c6ac",
        white=Ink("#f3e9d8", "#94794f"),
        black=Ink("#0d0b0a", "#7d7268"),
        mark="#ffc247",
        arrow="#4cc777",
        win=Ink("#56b4e9", "#07202f"),
        draw=Ink("#8f8f8f", "#000000"),
        loss=Ink("#ff8a4c", "#2b0f00"),
    ),
    "high-contrast": Theme(
        paper="#ffffff",
        board="#ffffff",
        line="#000000",
        text="#000000",
        white=Ink("#ffffff", "#000000"),
        black=Ink("#000000", "#ffffff"),
        mark="#b00020",
        arrow="#0b5d1e",
        win=Ink("#00457a", "#ffffff"),
        draw=Ink("#d0d0d0", "#000000"),
        loss=Ink("#9a3200", "#ffffff"),
    ),
}
"""The themes by name."""


# Shapes as SVG text.


class Spot(NamedTuple):
    """A location in the picture."""

    x: float
    y: float


def element(name: str, *children: str, **attributes: str | float) -> str:
    """Return an element; underscores in attribute names become hyphens.

    >>> element("circle", cx=1.50, r=2, stroke_width=3.0)
    '<circle cx="1.5" r="2" stroke-width="3"/>'
    """
    opened = "".join(
        f' {key.replace("_", "-")}="{escape(value if isinstance(value, str) else number(value))}"'
        for key, value in attributes.items()
    )
    if not children:
        return f"<{name}{opened}/>"
    return f"<{name}{opened}>{''.join(children)}</{name}>"


def number(value: float) -> str:
    """Return a number with at most two decimals.

    >>> number(2.0), number(1 / 3)
    ('2', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def words(name: str, content: str, **attributes: str | float) -> str:
    """Return an element that holds text."""
    return element(name, escape(content, quote=False), **attributes)


def disc(spot: Spot, radius: float, fill: str, **attributes: str | float) -> str:
    """Return a filled circle."""
    return element("circle", cx=spot.x, cy=spot.y, r=radius, fill=fill, **attributes)


def ring(spot: Spot, radius: float, width: float, color: str, **attributes: str | float) -> str:
    """Return a circle's outline."""
    return disc(spot, radius, "none", stroke=color, stroke_width=width, **attributes)


def stroke(start: Spot, end: Spot, width: float, color: str) -> str:
    """Return a straight line with round ends."""
    ends = {"x1": start.x, "y1": start.y, "x2": end.x, "y2": end.y}
    return element("line", **ends, stroke=color, stroke_width=width, stroke_linecap="round")


def cross(spot: Spot, arm: float, width: float, color: str) -> str:
    """Return two diagonal strokes."""
    return "".join(
        stroke(Spot(spot.x - arm, spot.y - arm * slope), Spot(spot.x + arm, spot.y + arm * slope),
               width, color)
        for slope in (1, -1)
    )  # fmt: skip


def label(spot: Spot, content: str, size: float, color: str) -> str:
    """Return text centred on a spot."""
    return words(
        "text",
        content,
        x=spot.x,
        y=spot.y + 0.35 * size,  # half a digit's height; more reliable than dominant-baseline
        font_size=size,
        font_family="system-ui, sans-serif",
        font_weight=600,
        text_anchor="middle",
        fill=color,
    )


def arrow(start: Spot, end: Spot, gap: float, color: str) -> str:
    """Return an arrow that starts and ends ``gap`` away from its spots."""
    length = math.hypot(end.x - start.x, end.y - start.y)
    along = Spot((end.x - start.x) / length, (end.y - start.y) / length)

    def at(distance: float, side: float = 0) -> Spot:
        return Spot(
            start.x + along.x * distance - along.y * side,
            start.y + along.y * distance + along.x * side,
        )

    tip, neck = length - gap, length - gap - 18
    head = " ".join(f"{number(x)},{number(y)}" for x, y in (at(tip), at(neck, 12), at(neck, -12)))
    return stroke(at(min(gap, neck)), at(neck), 7, color) + element(
        "polygon", points=head, fill=color
    )
