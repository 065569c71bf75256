"""The boards of other shapes than three squares, for `read_table.py`: points and symmetries."""

from itertools import islice

MOST = 1024  # symmetries; a board with more has none but the identity

ONE_SQUARE = "a3 b3 c3, c3 c2 c1, c1 b1 a1, a1 a2 a3, a3 b2 c1, b3 b2 b1, c3 b2 a1, c2 b2 a2"
TWO_SQUARES = "a5 c5 e5, e5 e3 e1, e1 c1 a1, a1 a3 a5, b4 c4 d4, d4 d3 d2, d2 c2 b2, b2 b3 b4"

SHIPPED = {
    "three": {
        "points": "a3 b3 c3 c2 c1 b1 a1 a2 b2",
        "lines": ONE_SQUARE.split(", "),
        "edges": [],
    },
    "six": {
        "points": "a5 c5 e5 e3 e1 c1 a1 a3 b4 c4 d4 d3 d2 c2 b2 b3",
        "lines": TWO_SQUARES.split(", "),
        "edges": ["c5 c4", "e3 d3", "c1 c2", "a3 b3"],
    },
}
SHIPPED["five"] = SHIPPED["six"]


def describe_board(variant):
    """Return the points' names and the symmetries, from a header's variant."""
    fields = variant if "points" in variant else SHIPPED[variant["name"]]
    names = fields["points"].split()
    lines, edges = (
        [[names.index(name) for name in group.split()] for group in fields[kind]]
        for kind in ("lines", "edges")
    )
    pairs = [*edges, *(pair for a, b, c in lines for pair in ((a, b), (b, c)))]
    return names, find_symmetries(len(names), {frozenset(pair) for pair in pairs}, lines)


def find_symmetries(count, joined, lines):
    """Return the ways to map points to points that keep neighbours and lines."""
    mills = {frozenset(line) for line in lines}
    neighbours = [[q for q in range(count) if {p, q} in joined] for p in range(count)]
    order, waiting = [], list(range(count))  # each point after a neighbour: few images to try
    while waiting:
        point = waiting.pop(0)
        if point not in order:
            order.append(point)
            waiting = neighbours[point] + waiting

    def extend(images):
        if len(images) == count:
            if {frozenset(images[p] for p in mill) for mill in mills} == mills:
                yield [images[point] for point in range(count)]
            return
        point = order[len(images)]
        for image in set(range(count)) - set(images.values()):
            if all((p in neighbours[point]) == (q in neighbours[image]) for p, q in images.items()):
                yield from extend({**images, point: image})

    found = sorted(islice(extend({}), MOST + 1))
    return found if len(found) <= MOST else [list(range(count))]
