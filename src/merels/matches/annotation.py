"""Annotate a game: what each move was worth, and where it went wrong.

Values are for the side that moves: before the move, under best play, and after the move that was
played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from merels import _version
from merels.board.board import Board
from merels.engine.evaluation.static import expected_score, format_percent
from merels.engine.fallible.player import CLUB, find_fallible_player
from merels.engine.players.levels import interpolate
from merels.matches.reasons import Keeping, MoveReason, ReasonKind, explain
from merels.rules.game import Game
from merels.rules.move import Move
from merels.rules.outcome import DrawRules, Outcome
from merels.rules.pgn import GLYPHS, GameRecord, Node
from merels.rules.position import Color, Position
from merels.rules.value import DRAW, RatedMove, Result, Value

if TYPE_CHECKING:
    from merels.engine.search.searcher import Analysis, Line

Search: TypeAlias = "Callable[[Game], Analysis]"
"""Searches an unfinished game for at least its two best moves."""

Rate: TypeAlias = Callable[[Position], Sequence[RatedMove]]
"""Returns the legal moves with their exact values, as far as they are known."""

SEARCHED: Final = "search"
"""The source of values that are not known exactly beforehand."""

DUBIOUS: Final = 60
MISTAKE: Final = 120
BLUNDER: Final = 300
"""The least that a move marked ``?!``, ``?`` or ``??`` loses, in hundredths of a man.

These numbers are generated into TypeScript: the Play page marks the same mistakes.
"""

DECIDED: Final = 500
"""Scores are cut off here: a few men ahead is as good as won."""

HOPELESS: Final = 0.1
"""A side that can expect less than this is praised for no move: the side is lost, or nearly
lost."""

MUCH_SLOWER: Final = 10
"""Plies by which a win may take longer, or a loss come sooner, than necessary."""

LONGEST_LINE: Final = 8
"""Plies of the better line shown with a mistake."""


@dataclass(frozen=True, slots=True)
class MoveEstimate:
    """What a position is worth to one side: a score and, if it is proved, a value.

    >>> start = Position.start()
    >>> MoveEstimate(0).describe(start), MoveEstimate(0, DRAW).describe(start)
    ('50 %', 'draw')
    """

    score: int
    value: Value | None = None

    @classmethod
    def of_line(cls, line: Line) -> MoveEstimate:
        """Return what the search found for a move."""
        return cls(line.score, line.value)

    @classmethod
    def of_outcome(cls, outcome: Outcome, game: Game) -> MoveEstimate:
        """Return the worth of a finished game to the side to move."""
        if outcome.winner is None:
            return cls(0, DRAW)
        result = Result.WIN if outcome.winner is game.turn else Result.LOSS
        return cls(DECIDED * result, Value(result, 0))

    def before_move(self, *, again: bool = False) -> MoveEstimate:
        """Return the same before the move, for the side that moved; see `Value.before_move`."""
        value = None if self.value is None else self.value.before_move(again=again)
        return MoveEstimate(self.score if again else -self.score, value)

    @property
    def points(self) -> int:
        """The score, cut off at `DECIDED`."""
        if self.value is not None:
            return DECIDED * self.value.result
        return max(-DECIDED, min(self.score, DECIDED))

    def expected(self, position: Position) -> float:
        """Return the score to expect, 0 to 1, of the side to move in ``position``.

        Graphs and accuracy take the score only from this function.
        """
        known = self.score if self.value is None else self.value
        return expected_score(known, position.phase(), variant=position.variant)

    def describe(self, position: Position) -> str:
        """Return the value, or the expected score in percent, for the side to move."""
        return format_percent(self.expected(position)) if self.value is None else str(self.value)


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A move of a game with its values and its glyph, which may be empty.

    It was played in ``position``. ``keeping`` is known if the values of all moves are known;
    ``source`` says where the values come from. Only bad moves have ``reasons``.
    """

    position: Position
    move: Move
    before: MoveEstimate
    after: MoveEstimate
    best: tuple[Move, ...]
    glyph: str = ""
    source: str = SEARCHED
    keeping: Keeping | None = None
    reasons: tuple[MoveReason, ...] = ()

    @property
    def is_bad(self) -> bool:
        """Whether the move has one of the glyphs of bad moves."""
        return "?" in self.glyph

    @property
    def color(self) -> Color:
        """The side that moved."""
        return self.position.turn

    @property
    def board(self) -> Board:
        """The board that the move was played on."""
        return self.position.board

    @property
    def why(self) -> list[str]:
        """The reasons as texts."""
        return [reason.describe(self.color.other, self.board) for reason in self.reasons]

    @property
    def comment(self) -> str:
        """The values and reasons as text, for game files."""
        before, after = (each.describe(self.position) for each in (self.before, self.after))
        return "; ".join([f"{before} -> {after}", *self.why])


# The first release wrote estimates in men: `+0.35`.
_VALUE: Final = r"(?:\d+ %|[+-]\d+\.\d\d|draw|(?:win|loss)(?: in \d+)?)"
_COMMENT: Final = re.compile(f"{_VALUE} -> {_VALUE}(?:; .*)?")


def judge_turns(
    record: GameRecord, search: Search, rate: Rate | None = None
) -> Iterator[JudgedTurn]:
    """Yield a judgement of each move of the main line, searching one position a move.

    ``rate`` knows exact values. Draws by repetition or without captures count, even if the game was
    played on; moves after the draw get no better line and no glyph.
    """
    game = record.to_game()
    while game.ply:
        game.pop()
    game.draw_rules = DrawRules()
    before, analysis = _look(game, search)
    for _ in record.mainline:
        position = game.position
        move = game.redo()
        there, next_analysis = _look(game, search)
        after = there.before_move(again=game.turn is position.turn)
        if analysis is None:
            yield JudgedTurn(position, move, before, after, ())
        else:
            turn = _judge(position, move, analysis, after)
            yield _explain(turn, position, () if rate is None else rate(position))
        before, analysis = there, next_analysis


def _look(game: Game, search: Search) -> tuple[MoveEstimate, Analysis | None]:
    """Return what a position is worth and, unless the game is over, what the search found."""
    outcome = game.outcome()
    if outcome is not None:
        return MoveEstimate.of_outcome(outcome, game), None
    analysis = search(game)
    return MoveEstimate.of_line(analysis.best), analysis


def _judge(position: Position, move: Move, analysis: Analysis, after: MoveEstimate) -> JudgedTurn:
    before = MoveEstimate.of_line(analysis.best)
    known = {line.move: MoveEstimate.of_line(line) for line in analysis.lines}
    # Two scores from one search compare better than scores from two searches.
    after = known.get(move, after)
    if move == analysis.best.move:
        glyph = "" if position.closes_mill(move) else _praise(analysis, position)
    else:
        glyph = blame(before, after)
    return JudgedTurn(position, move, before, after, analysis.best.pv, glyph)


def _explain(turn: JudgedTurn, position: Position, rated: Sequence[RatedMove]) -> JudgedTurn:
    """Return a judgement with its source, and what was wrong with a bad move."""
    best, before, after = turn.best[0], turn.before.value, turn.after.value
    known = (str(each.source) for each in rated if each.move == best and each.value is not None)
    source = SEARCHED if before is None else next(known, SEARCHED)
    keeping = Keeping.of_moves(rated)
    reasons = list(explain(position, turn.move, best)) if turn.is_bad else []
    gives_away = before is not None and after is not None and after.result < before.result
    if keeping is not None and gives_away:
        reasons.insert(0, MoveReason(ReasonKind.LET_GO, keeping=keeping))
    return replace(turn, source=source, keeping=keeping, reasons=tuple(reasons))


def _praise(analysis: Analysis, position: Position) -> str:
    """Return ``!`` for the only move that does not lose much.

    A move that closes a mill, a forced move, and any move of a hopeless side get no ``!``.
    """
    if len(analysis.lines) < 2:
        return ""
    best, second = map(MoveEstimate.of_line, analysis.lines[:2])
    if best.expected(position) < HOPELESS:
        return ""
    return "!" if best.points - second.points >= MISTAKE else ""


def blame(before: MoveEstimate, after: MoveEstimate) -> str:
    """Return the glyph of a move that is not the best; `grade.ts` does the same.

    >>> blame(MoveEstimate(0, Value(Result.WIN, 7)), MoveEstimate(0, DRAW))
    '?'
    >>> blame(MoveEstimate(0, DRAW), MoveEstimate(0, Value(Result.LOSS, 2)))
    '??'
    """
    if before.value is not None and after.value is not None:
        return _blame_values(before.value, after.value)
    loss = before.points - after.points
    if loss >= BLUNDER:
        return "??"
    if loss >= MISTAKE:
        return "?"
    return "?!" if loss >= DUBIOUS else ""


def _blame_values(before: Value, after: Value) -> str:
    if before.result is not after.result:
        return "??" if after.result is Result.LOSS else "?"
    if before.plies is None or after.plies is None:
        return ""
    wasted = before.result * (after.plies - before.plies)
    return "?!" if wasted > MUCH_SLOWER else ""


def annotate(record: GameRecord, turns: Iterable[JudgedTurn]) -> GameRecord:
    """Return a record with values, glyphs and better lines at the moves of the main line.

    Other people's comments stay; our own earlier comments and all move glyphs are replaced.
    """
    mainline = [_note(node, turn) for node, turn in zip(record.mainline, turns, strict=True)]
    headers = {**record.headers, "Annotator": f"Merels {_version.__version__}"}
    return replace(record, headers=headers, mainline=mainline)


def _note(node: Node, turn: JudgedTurn) -> Node:
    others = [comment for comment in node.comments if not _COMMENT.fullmatch(comment)]
    variations = node.variations
    better = [Node(move) for move in turn.best[:LONGEST_LINE]]
    moves = [each.move for each in better]
    if turn.is_bad and all([n.move for n in line] != moves for line in variations):
        variations = [*variations, better]
    glyphs = [glyph for glyph in node.glyphs if glyph not in GLYPHS.values()]
    if turn.glyph:
        glyphs.insert(0, GLYPHS[turn.glyph])
    return replace(node, glyphs=glyphs, comments=[turn.comment, *others], variations=variations)


# How accurately a side played: the share of the score at stake that its moves kept.


def measure_accuracy(turns: Iterable[JudgedTurn], color: Color) -> float | None:
    """Return the accuracy of a side, 0 to 1, or None if it never had anything to lose.

    Moves after a draw by repetition or without captures do not count.
    """
    at_stake = kept = 0.0
    for turn in turns:
        if turn.color is color and turn.best:
            before = turn.before.expected(turn.position)
            at_stake += before
            kept += min(before, turn.after.expected(turn.position))
    return kept / at_stake if at_stake else None


# How hard a position was: the score that a fallible player would keep in it on average.

REFERENCE: Final = find_fallible_player(CLUB).strength
"""On the scale of ``elo:N``: a club player."""


def expect_kept(analysis: Analysis, position: Position, strength: int = REFERENCE) -> float:
    """Return the score that a player of a strength keeps on average, 0 to 1.

    ``analysis`` has a line for each legal move of ``position``. The player is drawn to moves
    by their score: a loss of ``halving`` hundredths of a man makes a move half as likely.
    """
    halving = interpolate(strength).halving
    found = [MoveEstimate.of_line(line) for line in analysis.lines]
    most = max(each.points for each in found)
    best = max(each.expected(position) for each in found)
    weights: list[float] = [2.0 ** ((each.points - most) / halving) for each in found]
    kept = (min(best, each.expected(position)) for each in found)
    return sum(w * k for w, k in zip(weights, kept, strict=True)) / sum(weights)
