"""The benchmark of start-up, with one start of each kind."""

import start_up


def test_all_starts_are_measured(capsys):
    start_up.main(["--starts", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        "import merels",
        "merels play",
        "merels analyse, from the book, nothing compiled",
    ]
