"""The table of openings in the documentation."""

from opening_chances import generate_classes, main

from merels import Position


def test_classes_of_the_first_two_placings():
    start = Position.start()
    firsts = list(generate_classes(start))
    assert len(firsts) == 4
    assert sum(len(list(generate_classes(start.successor(move)))) for move in firsts) == 46


def test_every_class_has_a_row(capsys):
    main()
    rows = [line for line in capsys.readouterr().out.splitlines() if "%" in line]
    assert len(rows) == 4 + 46
