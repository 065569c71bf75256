"""Print what the first placings and the replies to them are worth against fallible players.

    python tools/opening_chances.py

Symmetric placings count as one. The book that ships has all values that are needed.
"""

from __future__ import annotations

from collections.abc import Iterator

from merels import Move, Position, open_book
from merels.engine.fallible.player import FALLIBLE_NAMES
from merels.prospects.chances import Chances
from merels.values.tablebase import Tablebase


def generate_classes(position: Position) -> Iterator[Move]:
    """Yield one move of each class of symmetric positions."""
    seen: set[Position] = set()
    for move in position.generate_moves():
        after = position.successor(move)
        if after.canonical() not in seen:
            seen.add(after.canonical())
            yield move


def list_chances(book: Tablebase, position: Position) -> list[tuple[Move, list[float]]]:
    """Return the moves of a position, one of each class, with their chances against each person."""
    moves = list(generate_classes(position))
    columns = [Chances(book).prospects(position, moves, person) for person in FALLIBLE_NAMES]
    rows = zip(moves, *columns, strict=True)
    found = [(move, [each.chance for each in prospects]) for move, *prospects in rows]
    return sorted(found, key=lambda row: row[1][-1], reverse=True)


def main() -> None:
    """Print two tables in Markdown."""
    start = Position.start()
    with open_book() as book:
        firsts = list_chances(book, start)
        print(f"| first placing | {' | '.join(FALLIBLE_NAMES)} |\n|---|---:|---:|---:|")
        for move, chances in firsts:
            print(f"| {move} | {' | '.join(f'{100 * each:.1f} %' for each in chances)} |")
        print(f"\n| reply | {' | '.join(FALLIBLE_NAMES)} |\n|---|---:|---:|---:|")
        for first, _ in firsts:
            for move, chances in list_chances(book, start.successor(first)):
                shares = " | ".join(f"{100 * each:.1f} %" for each in chances)
                print(f"| {first} {move} | {shares} |")


if __name__ == "__main__":
    main()
