"""Decode packed blocks in plain Python; see "Packed blocks" in `table-format.md`."""

import struct
from bisect import bisect_right
from functools import cache
from math import exp

from read_table import ORDERS, TURNS

LINES = [{8 * q + (s + i) % 8 for i in range(3)} for q in range(3) for s in (0, 2, 4, 6)]
LINES += [{point, point + 8, point + 16} for point in (1, 3, 5, 7)]
NEXT_TO = [
    {p // 8 * 8 + (p + i) % 8 for i in (1, 7)} | ({p - 8, p + 8} if p % 2 else set())
    for p in range(24)
]
SQUARES = tuple(tuple((sign * i + turn) % 8 for i in range(8)) for sign, turn in TURNS)
SIDES = tuple(tuple(3 * q + i for q in rings for i in row) for rings in ORDERS for row in ORDERS)


def code_of(content):
    return sum(3**place * man for place, man in enumerate(content))


@cache
def class_numbers(images):
    """Return the class of each pattern, by the images of its places."""
    places = range(len(images[0]))
    patterns = ([code // 3**place % 3 for place in places] for code in range(3 ** len(places)))
    least = [min(code_of(pattern[p] for p in image) for image in images) for pattern in patterns]
    numbers = {code: number for number, code in enumerate(sorted(set(least)))}
    return [numbers[code] for code in least]


def points_of(mask):
    return frozenset(point for point in range(24) if mask >> point & 1)


def count_threats(men, empty, roams):
    closing = (
        line - men for line in LINES if roams or any(NEXT_TO[p] & men - line for p in line - men)
    )
    return len({point for points in closing if len(points) == 1 for point in points & empty})


def step_down(enemy, empty):
    """Yield the neighbours: the enemy's men with one of them a step down."""
    for step, leaves in ((1, lambda p: p % 8), (7, lambda p: p % 8 == 7), (8, lambda p: p % 2)):
        for point in sorted(enemy):
            if leaves(point) and point - step in empty:
                yield enemy - {point} | {point - step}


def mean(levels):
    return (2 * sum(levels) + len(levels)) // (2 * len(levels)) if levels else 0


def steps(level):
    return (level + 3) // 4


def list_positions(table, number):
    """Yield the positions of a block: own men and enemy men."""
    first = number * table.slots
    for slot in range(first, min(first + table.slots, table.firsts[-1])):
        orbit = bisect_right(table.firsts, slot) - 1
        others = table.board.list_classes(table.orbits[orbit], table.enemy)
        yield table.orbits[orbit], others[slot - table.firsts[orbit]]


class Model:
    """The model of a table: a tree of decisions, and the weights of contexts at its nodes."""

    def __init__(self, header, content):
        nodes = content[0]
        self.children = list(struct.iter_unpack("<hh", content[1 : 1 + 4 * nodes]))
        self.levels = content[1 + 4 * nodes : 257 + 4 * nodes]
        self.columns = min(nodes, 32)
        self.weights = memoryview(content)[257 + 4 * nodes :].cast("b")
        flies = header["variant"]["flying"] not in (False, "never")
        self.roams = [
            header[f"{side}_in_hand"] > 0 or (header[side] == 3 and flies)
            for side in ("own", "enemy")
        ]

    def describe(self, own, enemy, before, known):
        """Return the contexts of a position, as rows of weights, and its sign."""
        empty = frozenset(range(24)) - own - enemy
        threats = [
            count_threats(men, empty, r) for men, r in zip((own, enemy), self.roams, strict=True)
        ]
        mills = [sum(line <= men for line in LINES) for men in (own, enemy)]
        sign = 3 * min(threats[0], 2) + min(threats[1], 2)
        found = [known[men] for men in step_down(enemy, empty) if men in known]
        alike = [level for level, other in found if other == sign]
        different = [level for level, other in found if other != sign]
        a, d = alike + [0] * 4, different + [0] * 3
        content = [(p in own) + 2 * (p in enemy) for p in range(24)]
        squares = [class_numbers(SQUARES)[code_of(content[8 * q : 8 * q + 8])] for q in range(3)]
        rows = [[8 * q + (s + i) % 8 for q in range(3) for i in range(3)] for s in (0, 2, 4, 6)]
        sides = [class_numbers(SIDES)[code_of(content[p] for p in row)] for row in rows]
        return [
            sum(min(n, 3) * 4**place for place, n in enumerate(reversed(threats + mills))),
            *(256 + a[0], 349 + a[1], 442 + 24 * steps(a[2]) + steps(a[3])),
            *(1018 + 216 * i + 9 * steps(d[i]) + sign for i in range(3)),
            *(1666 + 9 * mean(alike) + sign, 2503 + 9 * mean(different) + sign),
            3340 + 9 * steps(before) + sign,
            *(3556 + squares[1], 4510 + squares[0], 4510 + squares[2]),
            *(5464 + side for side in sides),
        ], sign

    def decode(self, block, table, number):
        """Return the values of a block, the one with this number in a table."""
        following = iter(block + bytes(2**20))
        low, high = 0, 2**32 - 1
        code = int.from_bytes([next(following) for _ in range(4)], "big")
        decoded, orbit = [], None
        for own, enemy in list_positions(table, number):
            if own != orbit:
                orbit, before, known = own, 0, {}
            enemy_points = points_of(enemy)
            rows, sign = self.describe(points_of(own), enemy_points, before, known)
            node = 0
            while node < 256:
                column = min(node, self.columns - 1)
                total = sum(self.weights[row * self.columns + column] for row in rows)
                chance = round(65536 / (1 + exp(-max(-176, min(total, 176)) / 16)))
                split = low + ((high - low) * chance >> 16)
                decision = code <= split
                low, high = (low, split) if decision else (split + 1, high)
                node = self.children[node][decision]
                while low >> 24 == high >> 24:
                    low, high = low << 8 & 0xFFFFFFFF, high << 8 & 0xFFFFFFFF | 255
                    code = code << 8 & 0xFFFFFFFF | next(following)
            decoded.append(node - 256)
            before = self.levels[node - 256]
            known[enemy_points] = before, sign
        return decoded
