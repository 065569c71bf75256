"""The results as a page in Markdown: summary, opening, longest game, all tables."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from merels import svg
from merels._files import whole_file
from merels.errors import NotationError
from merels.reports.plots import plot_groups
from merels.reports.results import ListedTable, group_by_placed
from merels.rules import variant as variants
from merels.rules.position import Position
from merels.rules.variant import NINE_MENS_MORRIS, Variant
from merels.values.shipped import Document, solved_variants

SHARES: Final = "value for the side to move, and plies to the end"
NO_BREAK: Final = "\xa0"
COUNTS: Final = ("positions", "wins", "draws", "losses", "longest win", "longest loss")


def write_page(document: Document, links: dict[str, str]) -> str:
    """Return the page as Markdown.

    ``links`` are by name: ``longest`` is a picture of where the longest game begins, ``moving`` and
    ``placing`` are plots, ``index`` is the page about all variants. Any of them may be missing.
    """
    parts = [
        _summary(document, links),
        _openings(document),
        _longest_game(document, links),
        _moving(document, links),
        _placing(document, links),
    ]
    return "\n\n".join(paragraph for part in parts for paragraph in part) + "\n"


def _option(name: str) -> str:
    """Return the text to type after ``--variant``, given the name in the results."""
    try:
        return variants.spell_option(variants.named_variant(name))
    except NotationError:
        return variants.OWN_FILE


def _summary(document: Document, links: dict[str, str]) -> Iterator[str]:
    name, title = document["variant"]["name"], document["variant"]["title"]
    is_default = name == NINE_MENS_MORRIS.name
    changes = name.partition(":")[2].replace(",", ", ")  # of rules, if there are any
    full_title = f"{title} ({changes})" if changes else title
    yield "# Results" if is_default else f"# Results of {full_title}"
    command = "merels results" if is_default else f"merels results --variant {_option(name)}"
    call = "merels.results()" if is_default else f'merels.results("{name}")'
    is_whole = not any(phase["missing"] for phase in document["phases"].values())
    data = f"`{call}` returns the same as data." if is_whole else "Some tables are missing here."
    if is_whole and name not in map(variants.spell, solved_variants()):
        data = f"`{command} --json` prints the same as data."
    yield (
        f"Written by `{command}` from the headers of the tables.\n"
        f"{data} A ply is one move of one side."
    )
    if "index" in links:
        yield f"[All variants]({links['index']}) compares the games of the family."
    yield f"**{_describe_empty_board(document)}**"
    rows = [
        (name, f"{phase['tables']}", *_cells(phase, shares=True), format_bytes(phase["bytes"]))
        for name, phase in document["phases"].items()
        if phase["tables"]
    ]
    yield _format_table(("phase", "tables", *COUNTS, "files"), "<>>>>>>>>", rows)
    yield "Wins, draws and losses are for the side to move; the longest are in plies."
    for name, phase in document["phases"].items():
        if phase["missing"]:
            yield _describe_missing(name, phase)


def format_bytes(count: int) -> str:
    """Return a size in the unit that suits it.

    >>> format_bytes(3_159_225_699), format_bytes(4_100)
    ('3.16 GB', '4.1 kB')
    """
    for unit, size, digits in (("GB", 1e9, 2), ("MB", 1e6, 1)):
        if count >= size / 10:
            return f"{count / size:.{digits}f} {unit}"
    return f"{count / 1e3:.1f} kB"


def _describe_empty_board(document: Document) -> str:
    value, title = document["empty_board"], document["variant"]["title"]
    if value is None:
        return "The value of the empty board does not follow from these tables."
    if value["result"] == "draw":
        return f"{title} is a draw: from the empty board, neither side can force a win."
    return f"From the empty board, White has a {_describe(value)}."


def _describe_missing(name: str, phase: Document) -> str:
    missing = [short_name(name) for name in phase["missing"]]
    every = phase["tables"] + len(missing)
    named = ", ".join(missing) if len(missing) <= 12 else f"{missing[0]} to {missing[-1]}"
    return f"{len(missing)} of {every} {name} tables are not solved: {named}."


# The opening.


def _openings(document: Document) -> Iterator[str]:
    openings = document["openings"]
    if openings is None:
        return
    yield "## The opening"
    yield (
        "First placings by classes of points that are equivalent by symmetry, and Black's replies\n"
        "by classes as well. Each class is named by one of its points."
    )
    columns = ("first placing", "points", "for White", "replies that hold", "that lose", "that win")
    rows = [
        (
            *(first["move"], str(len(first["equal"])), _describe(first)),
            *(_list_replies(first, result) for result in ("draw", "loss", "win")),
        )
        for first in openings
    ]
    yield _format_table(columns, "<><<<<", rows)
    yield _describe_holding(openings)
    yield from _first_mistakes(document["first_mistakes"])


def _first_mistakes(mistakes: Document | None) -> Iterator[str]:
    if mistakes is None:
        return
    lines = mistakes["lines"]
    placed, lost = len(lines[0]["moves"]), _verb(len(lines), "is lost", "are lost")
    yield (
        f"The earliest possible mistake is move number {placed}: {len(lines)} of the "
        f"{mistakes['of']} classes of positions after it {lost} for the side that played it. "
        f"Here {_verb(len(lines), 'it is', 'they are')}, with the plies to the end, including the "
        "mistake:"
    )
    yield ", ".join(f"{' '.join(line['moves'])} ({line['plies']})" for line in lines) + "."


def _list_replies(first: Document, result: str) -> str:
    """Return the replies with a result, with the plies of decided replies."""
    found = [
        reply["move"] if reply["plies"] is None else f"{reply['move']} ({reply['plies']})"
        for reply in first["replies"]
        if reply["result"] == result
    ]
    return ", ".join(found) or "-"


def _describe_holding(openings: list[Document]) -> str:
    replies = [reply for first in openings for reply in first["replies"]]
    winning = _count(openings, "win")
    text = (
        f"{winning} of {len(openings)} classes of first placings {_verb(winning, 'wins', 'win')}."
    )
    if not winning:
        text = (
            f"{_count(openings, 'draw')} of {len(openings)} classes of first placings and "
            f"{_count(replies, 'draw')} of {len(replies)} classes of replies hold the draw."
        )
    if any(reply["plies"] is not None for reply in replies):
        text += " Numbers in brackets are plies to the end, counted from the reply."
    return text


def _verb(count: int, singular: str, plural: str) -> str:
    return singular if count == 1 else plural


def _count(moves: list[Document], result: str) -> int:
    return sum(move["result"] == result for move in moves)


# The longest game.


def _longest_game(document: Document, links: dict[str, str]) -> Iterator[str]:
    game = document["longest_game"]
    if game is None:
        return
    yield "## The longest game"
    yield (
        f"No position takes longer to decide than this one, of table {short_name(game['table'])}:\n"
        f"a {_describe(game)} for the side to move, with best play by both sides."
    )
    yield from _show(links, "longest", "The position in which the longest game begins")
    yield f"    {game['fen']}"
    if game["moves"] is not None:
        moves = _number_moves(game["moves"], starts_black=" b " in game["fen"])
        yield f"```\n{moves}\n```"


def _number_moves(moves: list[str], *, starts_black: bool, width: int = 96) -> str:
    """Return lines of numbered moves, broken between numbers."""
    numbered = ["...", *moves] if starts_black else moves
    pairs = (numbered[first : first + 2] for first in range(0, len(numbered), 2))
    turns = (NO_BREAK.join((f"{turn}.", *pair)) for turn, pair in enumerate(pairs, start=1))
    lines = textwrap.wrap(" ".join(turns), width, break_on_hyphens=False)
    return "\n".join(lines).replace(NO_BREAK, " ")


# The tables.


def _moving(document: Document, links: dict[str, str]) -> Iterator[str]:
    tables = [table for table in document["tables"] if table["men_placed"] == _all_men(document)]
    if not tables:
        return
    yield "## Moving tables"
    yield "All men are placed. A table is named by the men of the side to move, then the enemy's."
    yield from _show(links, "moving", f"Moving tables: {SHARES}")
    yield _list_tables(tables)


def _placing(document: Document, links: dict[str, str]) -> Iterator[str]:
    if not document["men_placed"]:
        return
    yield "## Placing tables"
    yield (
        "A table is named by the men on the board, own men first, then, after a plus, by the men "
        "in hand.\nAll positions with these men count, whether or not play leads to them."
    )
    yield from _show(links, "placing", f"Placing tables: {SHARES}")
    rows = [
        (str(placed["men_placed"]), *_cells(placed, shares=True))
        for placed in document["men_placed"]
    ]
    yield _format_table(("men placed", *COUNTS), ">>>>>>>", rows)
    tables = [table for table in document["tables"] if table["men_placed"] < _all_men(document)]
    for placed, group in groupby(tables, lambda table: table["men_placed"]):
        yield f"### {placed} {'man' if placed == 1 else 'men'} placed"
        yield _list_tables(group)


def _all_men(document: Document) -> int:
    men: int = document["variant"]["men"]
    return 2 * men


def _show(links: dict[str, str], name: str, words: str) -> Iterator[str]:
    if name in links:
        yield f"![{words}]({links[name]})"


def _list_tables(tables: Iterable[Document]) -> str:
    rows = [(short_name(table["name"]), *_cells(table)) for table in tables]
    return _format_table(("table", *COUNTS), "<>>>>>>", rows)


def short_name(name: str) -> str:
    """Return the name of a table without the variant, which its page or group names.

    >>> short_name("five/4-3.flying"), short_name("4-3+5-5")
    ('4-3', '4-3+5-5')
    """
    return name.rpartition("/")[2].partition(".")[0]


def _format_table(columns: Sequence[str], alignment: str, rows: list[tuple[str, ...]]) -> str:
    """Return a Markdown table; ``alignment`` has ``<`` or ``>`` for each column."""
    lines = [f"| {' | '.join(cells)} |" for cells in (columns, *rows)]
    marks = ("---:" if side == ">" else "---" for side in alignment)
    return "\n".join((lines[0], f"|{'|'.join(marks)}|", *lines[1:]))


def _cells(counted: Document, *, shares: bool = False) -> Iterator[str]:
    positions = counted["positions"]
    yield f"{positions:,}"
    for result in ("wins", "draws", "losses"):
        share = f" ({100 * counted[result] / positions:.1f} %)" if shares else ""
        yield f"{counted[result]:,}{share}"
    for longest in ("longest_win", "longest_loss"):
        yield "-" if counted[longest] is None else str(counted[longest])


def _describe(value: Document) -> str:
    if value["plies"] is None:
        return str(value["result"])
    return f"{value['result']} in {value['plies']} {'ply' if value['plies'] == 1 else 'plies'}"


# Files: the page with its pictures.

IMAGES: Final = "images"


def write_files(
    document: Document, tables: list[ListedTable], variant: Variant, folder: Path
) -> None:
    """Write the page and its pictures; nine men's morris is above the other variants."""
    stem = variants.file_stem(variant)
    is_default = variant == NINE_MENS_MORRIS
    page = folder / ("results.md" if is_default else f"results/{stem}.md")
    (folder / IMAGES).mkdir(parents=True, exist_ok=True)
    page.parent.mkdir(parents=True, exist_ok=True)
    prefix = f"{IMAGES}/results-" if is_default else f"{IMAGES}/results-{stem}-"
    drawn = _draw_pictures(document, tables, variant, folder / prefix)
    up = "" if is_default else "../"
    links = {name: f"{up}{prefix}{name}.svg" for name in drawn}
    index = "results/README.md" if is_default else "README.md"
    write_text(page, write_page(document, links | {"index": index}))


def _draw_pictures(
    document: Document, tables: list[ListedTable], variant: Variant, prefix: Path
) -> Iterator[str]:
    """Draw the charts into files whose names begin with ``prefix``; yield what was drawn."""
    if document["longest_game"] is not None:
        position = Position.from_fen(document["longest_game"]["fen"], variant)
        write_text(Path(f"{prefix}longest.svg"), svg.board(position) + "\n")
        yield "longest"
    moving = [table for table in tables if not table.key.in_hand]
    placing = group_by_placed((table for table in tables if table.key.in_hand), variant)
    if moving:
        pairs = {f"{table.key.own}-{table.key.enemy}": [table] for table in moving}
        plot_groups(pairs, "own men - enemy's men", Path(f"{prefix}moving.svg"))
        yield "moving"
    if placing:
        groups = {str(placed): group for placed, group in placing.items()}
        plot_groups(groups, "men placed", Path(f"{prefix}placing.svg"))
        yield "placing"


def write_text(path: Path, text: str) -> None:
    """Write a file, whole or not at all."""
    with whole_file(path) as file:
        file.write(text.encode())
