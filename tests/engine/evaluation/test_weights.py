"""Weights of the compiled evaluation."""

import json
from importlib.resources import files

import numpy as np

from merels.engine.evaluation.kernels import MEN, TERMS, row_of
from merels.engine.evaluation.weights import DATA_FILE, PHASES, expand, load_weights, phase_of

DOCUMENT = json.loads(files("merels.engine.evaluation").joinpath(DATA_FILE).read_bytes())


def test_the_data_file_is_complete():
    assert DOCUMENT["phases"].keys() == set(PHASES)
    assert all(len(weights) == TERMS + 1 for weights in DOCUMENT["phases"].values())
    assert all(len(row) == TERMS for row in DOCUMENT["rows"].values())
    assert DOCUMENT["phases"]["moving"][TERMS] == 100  # a man
    assert len(load_weights()) == MEN**3 * TERMS


def test_rows_are_used_if_present_and_phases_otherwise():
    weights = load_weights()
    for in_hand, own, enemy in ((0, 9, 9), (0, 3, 3), (0, 12, 10), (11, 12, 12), (9, 9, 9)):
        start = row_of(in_hand, own, enemy)
        row = DOCUMENT["rows"].get(f"{in_hand} {own} {enemy}")
        if row is None:
            row = DOCUMENT["phases"][phase_of(in_hand, own, enemy)][:TERMS]
            row[0] += DOCUMENT["phases"][phase_of(in_hand, own, enemy)][TERMS] * (own - enemy)
        assert weights[start : start + TERMS].tolist() == row


def test_values_stay_far_from_proved_ones():
    largest = np.abs(load_weights().reshape(-1, TERMS)).max(axis=1)
    assert largest.max() < 5000


def test_a_document_without_rows():
    phases = {phase: [0] * TERMS + [100] for phase in PHASES}
    weights = expand({"phases": phases, "rows": {}})
    assert weights[row_of(0, 9, 4)] == 500
    assert weights[row_of(3, 7, 8)] == -100
