"""Listings of folders: intact files are described, damaged ones named."""

import json
import re
import shutil

import pytest
from small_opening import THREE_MEN, solved_opening
from solved import solved_folder

import merels
from merels import CorruptTableError, Move, Position, Result, Value, Variant
from merels.reports.results import gather_results, group_moves, list_tables
from merels.values.folder import TableFolder, digest_slots, published_digests
from merels.values.format.header import Kind
from merels.values.layout.key import TableKey, all_placing_tables
from merels.values.layout.plan import all_tables
from merels.values.tablebase import Tablebase


def test_every_table_is_listed_as_its_header_describes_it():
    listed, errors = list_tables(solved_folder())
    assert errors == []
    assert [table.name for table in listed] == ["3-3", "3-4", "4-3"]
    document = listed[0].document()
    assert document["positions"] == document["wins"] + document["draws"] + document["losses"]
    assert document["bytes"] == (solved_folder() / "3-3.mtb").stat().st_size
    assert (document["own"], document["enemy"], document["flying"]) == (3, 3, True)


def test_exact_tables_come_first_and_others_are_marked(tmp_path):
    for kind in (Kind.DISTANCE, Kind.WDL):
        shutil.copytree(solved_folder(kind=kind), tmp_path, dirs_exist_ok=True)
    names = [table.name for table in list_tables(tmp_path)[0]]
    assert names == ["3-3", "3-4", "4-3", "3-3 wdl", "3-4 wdl", "4-3 wdl"]


def test_a_damaged_file_is_an_error_and_the_others_are_listed(tmp_path):
    shutil.copytree(solved_folder(), tmp_path, dirs_exist_ok=True)
    (tmp_path / "3-4.mtb").write_bytes(b"nothing")
    listed, [error] = list_tables(tmp_path)
    assert [table.name for table in listed] == ["3-3", "4-3"]
    assert isinstance(error, CorruptTableError)
    assert "3-4.mtb" in str(error)


def test_variants_are_kept_apart():
    [first, *_], _ = list_tables(solved_folder(Variant(flying=False)))
    assert first.document()["flying"] is False


# Results: counted from headers, complete if everything is solved, clear about what is not.


@pytest.fixture(scope="module")
def whole():
    """The results of the whole game with three men each."""
    return gather_results(solved_opening(), THREE_MEN)[0]


@pytest.fixture(scope="module")
def partial():
    """The results if only the tables 3-3, 4-3 and 3-4 are solved."""
    return gather_results(solved_folder())[0]


# Data.


def test_every_table_is_included_with_its_counts(whole):
    with Tablebase(solved_opening()) as tablebase:
        assert len(whole["tables"]) == 1 + len(all_placing_tables(THREE_MEN))
        for table in whole["tables"]:
            statistics = tablebase.statistics(TableKey.parse_name(table["name"]))
            counts = statistics.wins, statistics.draws, statistics.losses
            assert (table["wins"], table["draws"], table["losses"]) == counts
            longest = statistics.longest_win
            expected = (None, None) if longest is None else (longest.plies, longest.fen)
            assert (table["longest_win"], table["longest_win_fen"]) == expected


def test_phases_and_numbers_of_men_add_up(whole):
    moving, placing = whole["phases"]["moving"], whole["phases"]["placing"]
    assert (moving["tables"], placing["tables"]) == (1, 6)
    assert moving["missing"] == placing["missing"] == []
    for phase, tables in (
        (moving, [t for t in whole["tables"] if t["men_placed"] == 6]),
        (placing, [t for t in whole["tables"] if t["men_placed"] < 6]),
    ):
        for name in ("positions", "wins", "draws", "losses", "bytes"):
            assert phase[name] == sum(table[name] for table in tables)
        assert sum(phase["histogram"]) == phase["positions"]
        assert phase["longest_win"] == max(table["longest_win"] or 0 for table in tables)
    assert [group["men_placed"] for group in whole["men_placed"]] == [0, 1, 2, 3, 4, 5]
    assert sum(group["positions"] for group in whole["men_placed"]) == placing["positions"]


def test_the_empty_board(whole, partial):
    with Tablebase(solved_opening()) as tablebase:
        value = tablebase.probe(Position.start(THREE_MEN))
    assert whole["empty_board"] == {"result": str(value.result), "plies": value.plies}
    assert partial["empty_board"] is None


def test_first_placings_and_replies_cover_every_move(whole):
    assert sorted(m for first in whole["openings"] for m in first["equal"]) == sorted(
        str(move) for move in Position.start(THREE_MEN).legal_moves
    )
    with Tablebase(solved_opening()) as tablebase:
        for first in whole["openings"]:
            after = Position.start(THREE_MEN).play(Move.parse(first["move"]))
            rated = {str(move): value for move, value in tablebase.probe_moves(after)}
            equal = {m: reply for reply in first["replies"] for m in reply["equal"]}
            assert equal.keys() == rated.keys()
            for move, reply in equal.items():
                assert (reply["result"], reply["plies"]) == (
                    str(rated[move].result),
                    rated[move].plies,
                )


def test_classes_of_equal_moves():
    first = Position.start()
    assert [len(moves) for moves in group_moves(first).values()] == [8, 8, 4, 4]
    corner = first.play(Move.parse("a7"))
    sizes = [len(moves) for moves in group_moves(corner).values()]
    assert sum(sizes) == 23
    assert set(sizes) == {1, 2}


def test_first_mistakes_lose_positions_that_were_not_lost(whole, partial):
    """With three men each White wins from the start, but can still make a mistake."""
    mistakes = whole["first_mistakes"]
    assert mistakes["of"] >= len(mistakes["lines"]) > 0
    plies = [line["plies"] for line in mistakes["lines"]]
    assert plies == sorted(plies)
    with Tablebase(solved_opening()) as tablebase:
        for line in mistakes["lines"]:
            position = Position.start(THREE_MEN)
            *before, mistake = map(Move.parse, line["moves"])
            for move in before:
                position = position.play(move)
            assert tablebase.probe(position).result is not Result.LOSS
            rated = dict(tablebase.probe_moves(position))
            assert rated[mistake] == Value(Result.LOSS, line["plies"])
    assert partial["first_mistakes"] is None


def test_the_longest_game_is_played_to_its_end(whole, partial):
    for document, variant in ((whole, THREE_MEN), (partial, Variant())):
        game = document["longest_game"]
        assert game["plies"] == max(
            plies
            for table in document["tables"]
            for plies in (table["longest_win"], table["longest_loss"])
            if plies is not None
        )
        assert len(game["moves"]) == game["plies"]
        played = merels.Game(
            Position.from_fen(game["fen"], variant), draw_rules=merels.NO_DRAW_RULES
        )
        for move in game["moves"]:
            played.push(Move.parse(move))
        assert played.outcome() is not None


def test_missing_tables_are_listed(partial):
    assert len(partial["phases"]["moving"]["missing"]) == 46
    assert "9-9" in partial["phases"]["moving"]["missing"]
    assert len(partial["phases"]["placing"]["missing"]) == 269
    assert partial["openings"] is None
    assert partial["men_placed"] == []


def test_a_longest_game_that_cannot_be_played_out_has_no_moves(tmp_path):
    for key in (TableKey(4, 3), TableKey(3, 4)):
        name = TableFolder(tmp_path).path_of(key).name
        shutil.copy(solved_folder() / name, tmp_path / name)
    game = gather_results(tmp_path)[0]["longest_game"]
    assert game["plies"] == 33
    assert game["moves"] is None


def test_tables_without_distances_count_but_have_no_longest_game():
    document = gather_results(solved_folder(kind=Kind.WDL))[0]
    assert document["phases"]["moving"]["tables"] == 3
    assert document["longest_game"] is None


def test_a_damaged_table_is_an_error(tmp_path):
    shutil.copytree(solved_folder(), tmp_path / "tables")
    (tmp_path / "tables" / "3-3.mtb").write_bytes(b"nothing")
    with pytest.raises(CorruptTableError, match=r"3-3\.mtb"):
        gather_results(tmp_path / "tables")


def test_the_results_are_json(whole):
    assert json.loads(json.dumps(whole)) == whole


def test_exact_tables_have_a_digest(whole):
    """Compared with another computation in `test_digests`."""
    folder = TableFolder(solved_opening())
    for table in whole["tables"]:
        slots = folder.load_slots(TableKey.parse_name(table["name"]))
        assert table["sha256"] == digest_slots(slots)


def test_tables_without_distances_have_none():
    document, _ = gather_results(solved_folder(kind=Kind.WDL))
    assert [table["sha256"] for table in document["tables"]] == [None] * 3


def test_digests_are_left_out_on_request(partial):
    document, _ = gather_results(solved_folder(), with_digests=False)
    for table in document["tables"]:
        assert table.pop("sha256") is None
    for table in partial["tables"]:
        assert len(table["sha256"]) == 64
    without = [{k: v for k, v in t.items() if k != "sha256"} for t in partial["tables"]]
    assert document == partial | {"tables": without}


def test_progress_ends_at_100_percent():
    reported = []
    gather_results(solved_folder(), report=lambda key, share: reported.append((key.name, share)))
    names, shares = zip(*reported, strict=True)
    assert set(names) == {"3-3", "3-4", "4-3"}
    assert list(shares) == sorted(shares)
    assert shares[-1] == 1


# What ships.


def test_every_table_has_a_published_digest():
    digests = published_digests(merels.results())
    assert digests.keys() == {key.name for key in all_tables()}
    assert len(digests) == 318
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in digests.values())
    solved = {t["name"]: t["sha256"] for t in gather_results(solved_folder())[0]["tables"]}
    assert solved.items() <= digests.items()


def test_the_published_results():
    document = merels.results()
    assert document["format"] == "merels-results"
    moving = document["phases"]["moving"]
    counted = moving["tables"] + len(moving["missing"])
    assert counted == 49
    assert moving["positions"] == sum(moving["histogram"])
    rows = {table["name"]: table for table in document["tables"]}
    assert rows["3-3"]["wins"] == 140_621
    assert rows["4-3"]["longest_loss"] == 32
