"""Questions for language models, and their answers."""

import json

import pytest

import merels
from merels.regret.prompts import find_move, read_answers, write_questions
from merels.regret.suite import load_suite

CASES = list(load_suite().first(18).cases)


def test_a_question_says_everything_but_the_answer():
    lines = list(write_questions(CASES))
    assert len(lines) == 18
    for number, (line, case) in enumerate(zip(lines, CASES, strict=True), start=1):
        question = json.loads(line)
        assert question.keys() == {"id", "fen", "phase", "difficulty", "prompt"}
        assert question["id"] == number
        assert merels.Position.from_fen(question["fen"]) == case.position
        for move in case.position.legal_moves:
            assert f" {move} " in f" {question['prompt']} ".replace("\n", " ")
        for color in merels.Color:
            men = " ".join(case.position.men(color)) or "none"
            assert f"{color}: {men}; {case.position.in_hand(color)} in hand" in question["prompt"]


def test_answers_are_judged():
    lines = [
        json.dumps({"id": 2, "answer": f"Let me see. I play **{CASES[1].keeping[0]}**."}),
        "",
        json.dumps({"id": 1, "answer": "I give up"}),
    ]
    kept, failed = read_answers(lines, CASES)
    assert (kept.case, kept.loss, kept.fault) == (CASES[1], 0, None)
    assert failed.loss == CASES[0].at_stake
    assert "'I give up' is not a move" in failed.fault


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ("d6", "d6"),
        ("a1-a4xg7.", "a1-a4xg7"),
        ("First d6, then\nd5xb4", "d5xb4"),
        ("`d6`", "d6"),
        ("d6-", "d6-"),
        ("A1-A4xG7", "a1-a4xg7"),
        ("__d6__", "d6"),
        ("I play a1\u2013a4\u00d7g7!", "a1-a4xg7"),
        ("d6 first.\na1 - a4 x g7", "a1-a4xg7"),
        ("- d6\n- f4", "f4"),
        ("rather f4 - d6 is weak", "d6"),
        ("z9 or board7a1b", "z9 or board7a1b"),
    ],
)
def test_the_last_move_counts(answer, move):
    assert find_move(answer) == move


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["{"], "line 1: "),
        (["[]"], "line 1: .* is not an answer"),
        (['{"id": 19, "answer": "d6"}'], "line 1: '19' is not the id of a question; 1 to 18"),
        (['{"id": true, "answer": "d6"}'], "line 1: 'True' is not the id"),
        (['{"id": 1, "answer": 6}'], "line 1: '6' is not the text"),
        (['{"id": 1, "answer": "d6"}'] * 2, "line 2: question 1 is answered twice"),
    ],
)
def test_lines_that_cannot_be_read(lines, message):
    with pytest.raises(merels.NotationError, match=message):
        list(read_answers(lines, CASES))
