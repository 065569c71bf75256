"""A thinking process: lines of JSON in, lines of JSON out."""

import json
import subprocess

import pytest
from server_documents import EASY_MOVE

from merels.web.jobs.pool import worker_command


@pytest.fixture
def ask(tmp_path):
    """Return what sends a job to a process, and returns the events until it is done."""
    process = subprocess.Popen(
        worker_command(str(tmp_path)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    def ask(**job):
        process.stdin.write(json.dumps(job) + "\n")
        process.stdin.flush()
        answers = []
        while not answers or answers[-1]["event"] not in ("done", "problem"):
            answers.append(json.loads(process.stdout.readline()))
        return answers

    with process:
        yield ask
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def test_answers_have_the_number_of_their_job(ask):
    for number in (1, 2):
        answers = ask(id=number, **EASY_MOVE)
        assert [answer["event"] for answer in answers] == ["started", "done"]
        assert {answer["id"] for answer in answers} == {number}


def test_a_bad_job_is_a_problem_and_the_next_one_is_done(ask):
    [problem] = ask(id=1, **{**EASY_MOVE, "moves": ["d6", "d6"]})
    assert problem["data"]["kind"] == "illegal-move"
    assert ask(id=2, **EASY_MOVE)[-1]["event"] == "done"


def test_a_bug_is_logged_and_does_not_end_the_process(ask):
    log, problem = ask(id=1, **{**EASY_MOVE, "moves": None})
    assert log["event"] == "log"
    assert "Traceback" in log["data"]["text"]
    assert problem["data"]["kind"] == "internal"
    assert ask(id=2, **EASY_MOVE)[-1]["event"] == "done"
