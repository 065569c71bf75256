"""Misspelt query parameters are refused, not ignored."""

import pytest


@pytest.mark.parametrize(
    ("address", "detail"),
    [
        ("position?fne=x", "query.fne: there is no parameter 'fne'; did you mean 'fen'?"),
        ("probe?fen=x&Variant=six", "there is no parameter 'Variant'; did you mean 'variant'?"),
        ("analysis?second=1", "did you mean 'seconds'?"),
        ("games?oponent=Ada", "did you mean 'opponent'?"),  # also where there are no games
        ("levels?zzz=1", "there is no parameter 'zzz'; there are fen, variant"),
        ("health?x", "there is no parameter 'x'; this address takes none"),
    ],
)
def test_a_name_that_no_parameter_has_is_refused(client, address, detail):
    response = client.get(f"/api/v1/{address}" + ("" if "=" in address else "=1"))
    assert response.status_code == 422
    assert detail in response.json()["detail"]


def test_a_long_name_is_cut(client):
    response = client.get("/api/v1/position", params={"x" * 1000: "1"})
    assert response.status_code == 422
    assert len(response.json()["detail"]) < 400


@pytest.mark.parametrize("address", ["position?variant=six", "board.svg?size=200&theme=dark"])
def test_known_names_pass(client, address):
    assert client.get(f"/api/v1/{address}").status_code == 200
