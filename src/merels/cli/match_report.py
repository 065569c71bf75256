"""Report a match: one line while it runs, then a table or JSON, and optionally a game file."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from typing import Any, Final

from merels.cli.match_players import Contestant
from merels.matches.faults import Fault
from merels.matches.match import PlayedGame
from merels.matches.score import Score, Standing
from merels.rules import pgn
from merels.rules.color import BLACK, WHITE

FAULTS: Final = {
    Fault.TIMEOUT: ("timeout", "timeouts"),
    Fault.ILLEGAL_MOVE: ("illegal move", "illegal moves"),
    Fault.CRASH: ("crash", "crashes"),
}


class Report:
    """Counts the games of a match and, given a ``file``, saves them."""

    def __init__(self, a: Contestant, b: Contestant, games: int, file: str | None = None) -> None:
        self._a, self._b = a, b
        self._titles = [a.title, b.title]
        if a.title == b.title:
            self._titles = [f"{a.title} (A)", f"{b.title} (B)"]
        self._games = games
        self._file = file
        self._standing = Standing()
        self._seconds = 0.0

    def add(self, played: PlayedGame, seconds: float) -> None:
        """Count a game; ``seconds`` is the time since the match started."""
        self._standing = self._standing.plus(played)
        self._seconds = seconds
        if self._file is not None:
            pgn.append_game(self._file, self._record(played))

    def _record(self, played: PlayedGame) -> pgn.GameRecord:
        a, b = self._titles
        names = {played.a_color: a, played.a_color.other: b}
        headers = {
            "Event": "Merels match",
            "Date": datetime.datetime.now(datetime.UTC).strftime("%Y.%m.%d"),
            "Round": str(played.index + 1),
            "White": names[WHITE],
            "Black": names[BLACK],
            "Termination": played.termination,
        }
        record = pgn.GameRecord.from_game(played.game, headers, result=played.result)
        if played.termination != "normal":
            comments = record.mainline[-1].comments if record.mainline else record.comments
            comments.append(played.reason)
        return record

    @property
    def has_crashes(self) -> bool:
        """Whether a player has lost a game by a crash."""
        standing = self._standing
        return any(Fault.CRASH in faults for faults in (standing.a_faults, standing.b_faults))

    def progress(self) -> str:
        """Return the score so far in one line."""
        score = self._standing.score
        elo = _describe_elo(score)
        return (
            f"{score.games} of {self._games} games: +{score.wins} ={score.draws} -{score.losses}"
            f"  {score.percentage:.1f} %{f'  {elo}' if elo else ''}"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the result for JSON, from A's point of view."""
        score = self._standing.score
        a_faults, b_faults = self._standing.a_faults, self._standing.b_faults
        return {
            "games": score.games,
            "a": self._a.name,
            "b": self._b.name,
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            "score": round(score.percentage / 100, 4),
            "elo": _round(score.elo),
            "elo_error": _round(score.elo_error),
            **{
                many.replace(" ", "_"): {"a": a_faults.get(fault, 0), "b": b_faults.get(fault, 0)}
                for fault, (_, many) in FAULTS.items()
            },
            "seconds": round(self._seconds, 3),
        }

    def draw(self) -> Iterator[str]:
        """Yield the lines of the score table, then the Elo difference and the faults."""
        score = self._standing.score
        width = max(map(len, self._titles))
        yield f"{'':{width}}  {'wins':>6} {'draws':>6} {'losses':>6}  {'score':>7}"
        for title, side in zip(self._titles, (score, score.flipped()), strict=True):
            yield (
                f"{title:{width}}  {side.wins:6} {side.draws:6} {side.losses:6}  "
                f"{side.percentage:5.1f} %"
            )
        yield ""
        elo = _describe_elo(score) or "no Elo difference: one side scored every point"
        yield f"{elo}; {score.games} games in {self._seconds:.0f} s"
        for title, faults in zip(
            self._titles, (self._standing.a_faults, self._standing.b_faults), strict=True
        ):
            if faults:
                yield f"{title}: {_list_faults(faults)}"


def _describe_elo(score: Score) -> str:
    """Return the difference with its error; an empty string if it is undefined."""
    if score.elo is None:
        return ""
    error = "" if score.elo_error is None else f" ± {score.elo_error:.0f}"
    return f"Elo {score.elo:+.0f}{error}"


def _list_faults(faults: Mapping[Fault, int]) -> str:
    return ", ".join(
        f"{faults[fault]} {many if faults[fault] > 1 else one}"
        for fault, (one, many) in FAULTS.items()
        if faults.get(fault)
    )


def _round(number: float | None) -> float | None:
    return None if number is None else round(number, 1)
