"""Boards in the site: a block of code that is a FEN becomes a board on which one can play.

In the Markdown it stays what it is, text. If the next block of code has numbered moves, the board
can be stepped through them. Values come from the book and the results that ship. Without scripts a
page shows the position as a picture. A page of results has positions of its variant, all others
those of nine men's morris.
"""

from __future__ import annotations

import html
import json
import re
from typing import TYPE_CHECKING, Any, Final

import merels
from merels.values.known_positions import ExactValues

if TYPE_CHECKING:
    from mkdocs.structure.pages import Page

SIZE: Final = 420

_BLOCK: Final = re.compile(
    r"(?:^!\[[^\]]*\]\([^)]*\)\n\n)?^ {4}([O@*]+(?:/[O@*]+)*(?: \S+){16})\n", re.MULTILINE
)
"""A FEN, and the picture of the position before it, which the board replaces."""
_MOVES: Final = re.compile(r"\s*```\w*\n(1\. .*?)```", re.DOTALL)
_NUMBER: Final = re.compile(r"\d+\.(?: \.\.\.)?")
"""The number of a move; dots follow where Black moves first."""
_RESULTS: Final = re.compile(r"results/(.+)\.md")


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Replace the FENs of a page by boards."""
    variant = variant_of(page.file.src_uri)
    if variant is None:
        return markdown

    def replace(match: re.Match[str]) -> str:
        page.meta["boards"] = True
        following = _MOVES.match(markdown, match.end())
        line = [] if following is None else _NUMBER.sub("", following[1]).split()
        return draw_board(match[1], line, variant)

    return _BLOCK.sub(replace, markdown)


def variant_of(page: str) -> merels.Variant | None:
    """Return the variant of the positions on a page, None if boards cannot play it by its name.

    >>> variant_of("results/ten.md") == merels.VARIANTS["ten"], variant_of("results/six-more.md")
    (True, None)
    """
    about = _RESULTS.fullmatch(page)
    return merels.VARIANTS.get(about[1]) if about else merels.NINE_MENS_MORRIS


def draw_board(fen: str, line: list[str], variant: merels.Variant = merels.NINE_MENS_MORRIS) -> str:
    """Return a board as HTML: a picture, and the state from which the page makes it live.

    Raises `IllegalMoveError` if the line cannot be played.
    """
    game = merels.Game.from_fen(fen, variant=variant, draw_rules=merels.NO_DRAW_RULES)
    for move in line:
        game.push(move)
    position = game.start
    with merels.open_book(variant) as book:
        along = [rate_moves(each, ExactValues(book)) for each in game.positions]
    state = {
        "variant": position.variant.name,
        "start": fen,
        "moves": [],
        "line": line,
        "values": {"ply": 0, "moves": along[0]},
        "along": along,
        "sides": "both",
        "drawn": "",
        "theme": "light",
        "size": SIZE,
    }
    data = html.escape(json.dumps(state), quote=True)
    picture = merels.svg.board(position, size=SIZE)
    caption = f"<figcaption><code>{fen}</code></figcaption>"
    return f'<figure class="board" data-state="{data}"><div>{picture}</div>{caption}</figure>\n'


def rate_moves(position: merels.Position, values: ExactValues) -> list[dict[str, Any]]:
    """Return the moves of a position whose exact values are known."""
    return [
        {"move": str(each.move), "value": each.value.document()}
        for each in values.rate_moves(position)
        if each.value is not None
    ]
