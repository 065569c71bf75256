"""The colours of board pictures."""

from __future__ import annotations

from dataclasses import dataclass
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
