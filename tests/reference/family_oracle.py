"""The rules of every variant anew, from the words of its description: slow, on names and sets.

Takes nothing but positions from the package: lines and neighbours come from coordinates, a position
is two sets of names and two hands.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import NamedTuple

from merels import Position

MEN = {"three": 3, "five": 5, "six": 6, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12}
SQUARES = {"three": 1, "five": 2, "six": 2}


class Seen(NamedTuple):
    """A position as the side to move sees it."""

    own: frozenset[str]
    enemy: frozenset[str]
    own_in_hand: int
    enemy_in_hand: int


class Oracle:
    """The rules of a variant that ships."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.men = MEN.get(name, 10)
        places = _places(SQUARES.get(name, 3), has_centre=name == "three")
        shift = 1 if name == "three" else SQUARES.get(name, 3)
        self.points = {place: _name(place, shift) for place in places}
        diagonals = name in ("three", "eleven", "twelve")
        across = name not in ("five", "six")
        self.lines = [
            {self.points[place] for place in triple}
            for triple in combinations(places, 3)
            if _is_line(triple, places, diagonals=diagonals, across=across)
        ]
        self.neighbours = {
            (self.points[a], self.points[b])
            for a, b in product(places, places)
            if a != b and _is_next(a, b, places, diagonals=diagonals)
        }

    def start(self) -> Seen:
        """Return the empty board."""
        return Seen(frozenset(), frozenset(), self.men, self.men)

    def moves(self, seen: Seen) -> dict[str, Seen]:
        """Return the legal moves as text, with what the other side sees then."""
        own, enemy, hand, other_hand = seen
        if len(own) + hand < 3 or len(enemy) + other_hand < 3:
            return {}
        empty = set(self.points.values()) - own - enemy
        found = {}
        for text, men, left in self._steps(own, empty, hand):
            target = text[-2:]
            closes = any(target in line and line <= men for line in self.lines)
            if closes and enemy:
                for taken in self._takeable(enemy):
                    found[f"{text}x{taken}"] = Seen(enemy - {taken}, men, other_hand, left)
            else:
                found[text] = Seen(enemy, men, other_hand, left)
        return found

    def _steps(
        self, own: frozenset[str], empty: set[str], hand: int
    ) -> list[tuple[str, frozenset[str], int]]:
        steps = []
        if hand:
            steps += [(point, own | {point}, hand - 1) for point in empty]
        if not hand or self.name == "lasker":
            flies = self.name in ("nine", "ten", "eleven", "twelve") and len(own) == 3
            flies = flies or (self.name == "lasker" and len(own) + hand == 3)
            steps += [
                (f"{man}-{point}", own - {man} | {point}, hand)
                for man in own
                for point in empty
                if flies or (man, point) in self.neighbours
            ]
        return steps

    def _takeable(self, enemy: frozenset[str]) -> set[str]:
        milled = {point for line in self.lines if line <= enemy for point in line}
        return set(enemy - milled or enemy)

    def is_full_board_draw(self, seen: Seen) -> bool:
        """Whether the board is full in a variant where that is a draw."""
        full = len(seen.own) + len(seen.enemy) == len(self.points)
        return full and self.name in ("eleven", "twelve")


Place = tuple[int, int]


def _places(squares: int, *, has_centre: bool) -> list[Place]:
    """Return the points as steps from the centre: each square has corners and midpoints."""
    around = [(x, y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0)]
    places = [(x * size, y * size) for size in range(1, squares + 1) for x, y in around]
    return [*places, (0, 0)] if has_centre else places


def _name(place: Place, shift: int) -> str:
    return f"{'abcdefg'[place[0] + shift]}{place[1] + shift + 1}"


def _square(place: Place) -> int:
    return max(abs(place[0]), abs(place[1]))


def _is_line(
    triple: tuple[Place, Place, Place], places: list[Place], *, diagonals: bool, across: bool
) -> bool:
    first, middle, last = sorted(triple)
    if (first[0] + last[0], first[1] + last[1]) != (2 * middle[0], 2 * middle[1]):
        return False
    if (0, 0) in places:
        return middle == (0, 0) or _square(middle) == 1
    squares = {_square(place) for place in triple}
    if len(squares) == 1:  # a side of a square
        return (first[0] == last[0] or first[1] == last[1]) and middle not in (first, last)
    if len(squares) < 3 or not across:
        return False
    on_axis = all(0 in place for place in triple)
    on_diagonal = all(abs(x) == abs(y) for x, y in triple)
    return on_axis or (diagonals and on_diagonal)


def _is_next(a: Place, b: Place, places: list[Place], *, diagonals: bool) -> bool:
    (x, y), (u, v) = a, b
    if (0, 0) in (a, b):
        return True
    if _square(a) == _square(b):
        size = _square(a)
        return abs(x - u) + abs(y - v) == size
    if abs(_square(a) - _square(b)) > 1:
        return False
    step = (abs(x - u), abs(y - v))
    if 0 in a and 0 in b:
        return sum(step) == 1
    return diagonals and step == (1, 1) and abs(x) == abs(y) and abs(u) == abs(v)


def count_leaves_anew(position: Position, depth: int) -> int:
    """Count the positions after ``depth`` moves of a position of a variant that ships."""
    return _count(see(position), depth, Oracle(position.variant.name))


def see(position: Position) -> Seen:
    """Return a position as the oracle sees it."""
    mover, other = position.turn, position.turn.other
    men = frozenset(position.men(mover)), frozenset(position.men(other))
    return Seen(*men, position.in_hand(mover), position.in_hand(other))


def _count(seen: Seen, depth: int, oracle: Oracle) -> int:
    if depth == 0:
        return 1
    return sum(_count(after, depth - 1, oracle) for after in oracle.moves(seen).values())
