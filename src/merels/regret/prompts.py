"""The suite for language models: prompts in plain text, and answers read from JSON lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from merels.errors import NotationError, quote
from merels.regret.measure import Judged, judge
from merels.regret.suite import Case
from merels.rules.position import BLACK, WHITE, Position

RULES: Final = """\
You are playing Nine Men's Morris. The board has 24 points: \
a7 d7 g7 g4 g1 d1 a1 a4 on the outer square, b6 d6 f6 f4 f2 d2 b2 b4 on the middle square, and \
c5 d5 e5 e4 e3 d3 c3 c4 on the inner square. The middle points of neighbouring squares are joined: \
d7-d6-d5, g4-f4-e4, d1-d2-d3 and a4-b4-c4.

Rules: The players take turns. While you have men in hand, you place one on an empty point. \
Afterwards you move one of your men along a line to a neighbouring empty point. With three men \
left and none in hand you may move a man to any empty point. Three of your men on a line are a \
mill. When your move closes a mill, you capture one of your opponent's men, which must not be in a \
mill unless all are. A player with two men left, or who cannot move, loses.

Moves: d6 places a man, a1-a4 moves one, and x names the captured man, as in d6xb4 or a1-a4xg7.\
"""
TASK: Final = "Choose the best move. End your answer with the move alone on the last line."

_EXPECTED: Final = 'write {"id": 1, "answer": "d6"}'
_POINT: Final = r"([a-g][1-7])"
_STEP: Final = rf"{_POINT}(?:[-\u2010-\u2015\u2212]{_POINT})?(?:[x\u00d7]{_POINT})?"
_MOVE: Final = re.compile(rf"(?<![a-z0-9-]){_STEP}(?![a-z0-9-])", re.IGNORECASE)
"""A move in any form that people use: capitals, other dashes, a multiplication sign."""
_AROUND: Final = " \t*_`'\".:"
"""Characters that may stand around a move that is alone on a line."""


def write_prompt(position: Position) -> str:
    """Return the question about a position for a language model."""
    turn = position.turn
    lines = [RULES, "", "The position (○ White, ● Black, · empty), row 7 on top, columns a to g:"]
    lines += ["", str(position), ""]
    for color in (WHITE, BLACK):
        men = " ".join(position.men(color)) or "none"
        lines.append(f"{color}: {men}; {position.in_hand(color)} in hand")
    moves = " ".join(map(str, position.legal_moves))
    lines += ["", f"{turn} to move. Legal moves: {moves}", "", TASK]
    return "\n".join(lines)


def write_questions(cases: Iterable[Case]) -> Iterator[str]:
    """Yield a line of JSON for each case: its number, position and prompt, without the answer."""
    for number, case in enumerate(cases, start=1):
        question = {
            "id": number,
            "fen": case.position.fen(),
            "phase": case.phase,
            "difficulty": case.difficulty,
            "prompt": write_prompt(case.position),
        }
        yield json.dumps(question)  # in ASCII: it is the same in every encoding


def find_move(answer: str) -> str:
    r"""Return the last move in a text; the stripped text if there is none.

    If a move is alone on the last line, it may have spaces in it.

    >>> find_move("d6 fails to f4, so I play\n**a1-a4xg7**"), find_move(" pass ")
    ('a1-a4xg7', 'pass')
    >>> find_move("So I play:\n__A1 - A4 \u00d7 g7__"), find_move("I would play D6\u00d7b4!")
    ('a1-a4xg7', 'd6xb4')
    """
    text = answer.strip()
    last = "".join(text.rpartition("\n")[2].strip(_AROUND).split())
    alone = _MOVE.fullmatch(last)
    moves = [alone.groups("")] if alone else _MOVE.findall(text)
    if not moves:
        return text
    first, second, captured = (point.lower() for point in moves[-1])
    return f"{first}{second and '-'}{second}{captured and 'x'}{captured}"


def read_answers(lines: Iterable[bytes | str], cases: list[Case]) -> Iterator[Judged]:
    """Yield the verdict on each answer; a line is JSON with ``id`` and ``answer``, in UTF-8.

    Raises `NotationError`, which names the line, if a line cannot be read or a question is answered
    twice.
    """
    seen: set[int] = set()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            which, answer = _read_answer(_read_json(line), len(cases))
        except NotationError as error:
            raise NotationError(f"line {number}: {error}") from None
        if which in seen:
            raise NotationError(f"line {number}: question {which} is answered twice")
        seen.add(which)
        yield judge(cases[which - 1], find_move(answer))


def _read_json(line: bytes | str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        text = line if isinstance(line, str) else line.decode(errors="surrogateescape")
        raise NotationError(f"{quote(text.strip())} is not JSON", _EXPECTED) from None


def _read_answer(document: Any, count: int) -> tuple[int, str]:
    if not isinstance(document, dict):
        raise NotationError(f"{quote(str(document))} is not an answer", _EXPECTED)
    which, answer = document.get("id"), document.get("answer")
    if type(which) is not int or not 1 <= which <= count:  # True would pass as 1
        raise NotationError(f"{quote(str(which))} is not the id of a question", f"1 to {count}")
    if not isinstance(answer, str):
        raise NotationError(f"{quote(str(answer))} is not the text of an answer", _EXPECTED)
    return which, answer
