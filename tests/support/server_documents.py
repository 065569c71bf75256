"""Documents of the server that several tests send or expect."""

from merels.web.api.documents import START_FEN

EASY_MOVE = {
    "job": "move",
    "fen": START_FEN,
    "variant": "nine",
    "moves": [],
    "level": "easy",
    "seed": 1,
    "seconds": None,
}
"""A job for a thinking process."""

IDLE = {
    "state": "idle",
    "goal": None,
    "done": 0,
    "total": 0,
    "positions_done": 0,
    "positions": 0,
    "seconds_left": None,
    "table": None,
    "detail": None,
    "allowed": True,
}
"""What `GET /api/v1/solving` says while nothing is solved."""
