"""Measure a player on cases: how often it keeps the value, and what it gives away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final, TypeAlias

from merels.engine.players.levels import Player
from merels.engine.players.plain import derive_seed
from merels.errors import IllegalMoveError, NotationError
from merels.matches.match import LentPlayer, PlayerError
from merels.regret.suite import DIFFICULTIES, PHASES, Case, Stratum, Suite
from merels.rules.game import Game
from merels.rules.legal import explain_illegal
from merels.rules.move import AnyMove, move_of

Choose: TypeAlias = Callable[[Game], AnyMove]
"""Chooses a move in a game, as `Player.choose` does; algebraic text is fine too."""

SIGMAS: Final = 1.96
"""Errors are half the width of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, and half the width of its 95 % interval; None with fewer than two observations."""

    share: float
    error: float | None

    def document(self) -> dict[str, float | None]:
        """Return the estimate as JSON writes it."""
        error = None if self.error is None else round(self.error, 5)
        return {"value": round(self.share, 5), "error": error}


def estimate_mean(numbers: Sequence[float]) -> Estimate:
    """Return the mean of independent observations; there must be at least one.

    >>> estimate_mean([0.0, 1.0, 1.0, 0.0])
    Estimate(share=0.5, error=0.5658...)
    """
    mean = sum(numbers) / len(numbers)
    variance = _variance(numbers)
    return Estimate(mean, None if variance is None else SIGMAS * sqrt(variance / len(numbers)))


def estimate_share(hits: int, count: int) -> Estimate:
    """Return the share of hits among independent observations; there must be at least one.

    The error is half the width of Wilson's interval: it is not 0 even if all observations are hits,
    or none.

    >>> estimate_share(3, 3)
    Estimate(share=1.0, error=0.2807...)
    >>> estimate_share(50, 100)
    Estimate(share=0.5, error=0.0961...)
    """
    share, square = hits / count, SIGMAS**2 / count
    half = sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    return Estimate(share, None if count < 2 else half)


def _variance(numbers: Sequence[float]) -> float | None:
    if len(numbers) < 2:
        return None
    mean = sum(numbers) / len(numbers)
    return sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)


@dataclass(frozen=True, slots=True)
class Judged:
    """A case and what the player gave away in it."""

    case: Case
    loss: float
    fault: str | None = None
    """What is wrong with an answer that is not a legal move."""

    @property
    def kept(self) -> bool:
        """Whether the value was kept."""
        return self.loss == 0

    @property
    def stratum(self) -> Stratum:
        """Phase and difficulty."""
        return self.case.phase, self.case.difficulty


@dataclass(frozen=True, slots=True)
class Report:
    """What a player did in a list of cases."""

    judged: Sequence[Judged]
    frequencies: Mapping[Stratum, float] = field(default_factory=dict)
    """How many cases of each stratum a player meets in a game."""

    @property
    def kept(self) -> Estimate:
        """The share of moves that keep the value."""
        return self.keeping()

    @property
    def faults(self) -> list[Judged]:
        """The cases without a legal answer."""
        return [each for each in self.judged if each.fault is not None]

    def keeping(self, phase: str | None = None, difficulty: str | None = None) -> Estimate:
        """Return the share of moves that keep the value, of some phase or difficulty."""
        chosen = self.select(phase, difficulty)
        return estimate_share(sum(each.kept for each in chosen), len(chosen))

    def losing(self, phase: str | None = None, difficulty: str | None = None) -> Estimate:
        """Return the mean points that a move gives away, of some phase or difficulty."""
        return estimate_mean([each.loss for each in self.select(phase, difficulty)])

    def select(self, phase: str | None = None, difficulty: str | None = None) -> list[Judged]:
        """Return the cases of a phase and a difficulty; None stands for all."""
        return [
            each
            for each in self.judged
            if phase in (None, each.case.phase) and difficulty in (None, each.case.difficulty)
        ]

    def points_lost(self) -> Estimate | None:
        """Return the points that the player would give away in one game; None if not known.

        The sum over strata: how often a stratum comes up in a game, times the mean loss in it.
        Strata are independent samples, so their variances add up. A stratum without cases makes the
        sum unknown.
        """
        total = variance = 0.0
        for stratum, frequency in self.frequencies.items():
            losses = [each.loss for each in self.select(*stratum)]
            spread = _variance(losses)
            if spread is None:
                return None
            total += frequency * sum(losses) / len(losses)
            variance += frequency**2 * spread / len(losses)
        return Estimate(total, SIGMAS * sqrt(variance)) if self.frequencies else None

    def document(self) -> dict[str, Any]:
        """Return the report as JSON writes it."""
        points = self.points_lost()
        return {
            "positions": len(self.judged),
            "faults": len(self.faults),
            "kept": self.kept.document(),
            "points_lost_a_move": self.losing().document(),
            "points_lost_a_game": None if points is None else points.document(),
            "by_phase": {each: self._part(phase=each) for each in PHASES if self.select(each)},
            "by_difficulty": {
                each: self._part(difficulty=each)
                for each in DIFFICULTIES
                if self.select(None, each)
            },
        }

    def _part(self, **which: str) -> dict[str, Any]:
        return {
            "positions": len(self.select(**which)),
            "kept": self.keeping(**which).document(),
            "points_lost_a_move": self.losing(**which).document(),
        }


def measure(
    choose: Choose,
    cases: Suite | Iterable[Case],
    on_case: Callable[[Judged], None] = lambda _: None,
) -> Report:
    """Ask a player in every case; ``on_case`` is called after each.

    An answer that is not a legal move loses all that is at stake. Raises `NotationError` if there
    are no cases, and whatever the player raises.
    """
    judged = []
    frequencies = cases.frequencies if isinstance(cases, Suite) else {}
    for case in cases.cases if isinstance(cases, Suite) else cases:
        judged.append(judge(case, choose(case.game())))
        on_case(judged[-1])
    if not judged:
        raise NotationError("there are no positions to measure")
    return Report(judged, frequencies)


def measure_player(
    create: Callable[[int], Player],
    suite: Suite,
    seed: int = 0,
    on_case: Callable[[Judged], None] = lambda _: None,
) -> Report:
    """Ask a player in every case of a suite; ``create`` makes the player from a seed.

    A player that fails or answers with an illegal move loses all that is at stake.
    """
    judged = []
    for number, case in enumerate(suite.cases):
        judged.append(_ask(create, derive_seed(seed, number), case))
        on_case(judged[-1])
    return Report(judged, suite.frequencies)


def _ask(create: Callable[[int], Player], seed: int, case: Case) -> Judged:
    try:
        player = create(seed)
        try:
            return judge(case, player.choose(case.game()))
        finally:
            if isinstance(player, LentPlayer):
                player.give_back()
    except PlayerError as error:
        return Judged(case, case.at_stake, str(error))


def judge(case: Case, answer: AnyMove) -> Judged:
    """Return what an answer gives away; an answer that is not a legal move loses all at stake."""
    try:
        move = move_of(answer, case.position.board)
        problem = explain_illegal(case.position, move)
        if problem is not None:
            raise IllegalMoveError(f"{str(move)!r}: {problem}")
    except (NotationError, IllegalMoveError) as error:
        return Judged(case, case.at_stake, str(error))
    return Judged(case, case.loss(move))
