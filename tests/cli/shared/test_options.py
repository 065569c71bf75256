"""Arguments that several commands share."""

import pytest
from solved import solved_folder

from merels.cli import main


@pytest.fixture(autouse=True)
def machine(monkeypatch):
    """A machine of a known size."""
    monkeypatch.setattr("merels.cli.shared.options.count_processors", lambda: 2)
    monkeypatch.setattr("merels.cli.shared.options.spare_megabytes", lambda: 64)


TOO_MANY_THREADS = (
    "merels: --threads 999999999999999999 is more than this machine's 2 processors; using 2"
)


def test_analysing_uses_no_more_than_the_machine_has(capsys):
    sizes = ["--threads", "999999999999999999", "--hash", "999999999999999999"]
    assert main(["analyse", "--depth", "2", "--json", *sizes]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "merels: --hash 999999999999999999 is more than this machine's 64 megabytes, half of the "
        "free memory; using 64",
        TOO_MANY_THREADS,
    ]


def test_verifying_uses_no_more_threads_than_processors(capsys):
    threads = ["--threads", "999999999999999999"]
    assert main(["verify", "--tables", str(solved_folder()), "--sample", "1", *threads]) == 0
    assert capsys.readouterr().err.splitlines()[0] == TOO_MANY_THREADS


def test_solving_uses_no_more_threads_than_processors(tmp_path, capsys):
    threads = ["--threads", "999999999999999999"]
    assert main(["solve", "--table", "3,3", "--tables", str(tmp_path), "--json", *threads]) == 0
    assert capsys.readouterr().err.splitlines() == [TOO_MANY_THREADS]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["match", "easy", "easy", "--tables", "nowhere"], "there is no folder 'nowhere'"),
        (["match", "easy", "easy", "--tables", __file__], f"{__file__!r} is not a folder"),
        (["match", "easy", "easy", "--seed", "9" * 19], f"from 0 to {'9' * 18}"),
        (["match", "easy", "easy", "--seed", "-1"], "'-1' is not a whole number of at least 0"),
        (["perft", "999"], "'999' is not a whole number from 0 to"),
    ],
)
def test_what_an_option_does_not_take(capsys, arguments, message):
    with pytest.raises(SystemExit) as exit_:
        main(arguments)
    assert exit_.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("command", ["tables", "probe", "verify", "book"])
def test_a_file_is_no_folder_of_tables(command, capsys):
    assert main([command, "--tables", __file__]) == 2
    assert f"{__file__!r} is not a folder" in capsys.readouterr().err


def test_a_book_has_no_more_men_than_the_game(tmp_path, capsys):
    book = ["book", "--variant", "three", "--output", str(tmp_path / "a.book"), "--placed", "7"]
    assert main(book) == 2
    assert "--placed 7: a game of Three Men's Morris has 6 men" in capsys.readouterr().err


def test_chances_are_refused_before_a_table_is_asked_for(tmp_path, capsys):
    probe = ["probe", "--variant", "lasker", "--chances", "club", "--tables", str(tmp_path)]
    assert main(probe) == 1
    message = capsys.readouterr().err
    assert "there are no chances of Lasker Morris" in message
    assert "merels solve" not in message


def test_commands_to_copy_are_quoted(tmp_path, capsys):
    folder = tmp_path / "my tables"
    assert main(["probe", "--variant", "lasker", "--tables", str(folder)]) == 1
    assert f"--tables '{folder}'" in capsys.readouterr().err
