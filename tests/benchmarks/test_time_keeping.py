"""The benchmark of time keeping, with one search of each kind."""

import time_keeping
from solved import solved_folder


def test_every_figure_is_printed(capsys):
    time_keeping.main(["--searches", "1", "--threads", "1", "--tables", str(solved_folder())])
    first, *figures = capsys.readouterr().out.splitlines()
    assert first.startswith("engine ready after ")
    assert [line.partition("  ")[0] for line in figures] == [
        "first second",
        "overrun",
        "answer to stop",
        "overrun, 1 threads",
        *(f"overrun, {lines} known lines" for lines in (1, 4, 24)),
    ]


def test_the_median_and_the_worst():
    text = time_keeping.describe("name", [0.003, 0.001, 0.002])
    assert text.split() == ["name", "median", "2.0", "ms", "worst", "3.0", "ms"]
