"""Who a request comes from."""

import asyncio

import pytest

from merels.online.identity import hash_secret, make_secret
from merels.web.http.problems import ProblemError
from merels.web.online.storage.database import UnavailableError
from merels.web.routes.dependencies import find_secret, need_secret


def test_the_secret_is_in_the_header_and_leaves_it_as_a_hash():
    secret = make_secret()
    assert asyncio.run(find_secret(f"Bearer {secret}")) == hash_secret(secret)
    assert asyncio.run(find_secret(None)) is None
    with pytest.raises(ProblemError, match="Bearer SECRET"):
        asyncio.run(find_secret(secret))
    with pytest.raises(ProblemError) as caught:
        asyncio.run(find_secret(f"Bearer {secret}x"))
    assert secret not in str(caught.value)
    with pytest.raises(ProblemError, match="needs the header"):
        asyncio.run(need_secret(None))


def test_a_database_that_fails_is_a_problem_to_try_again():
    assert isinstance(UnavailableError("try again"), ProblemError)
    assert UnavailableError("try again").status == 503


# Misspelt query parameters are refused, not ignored.


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
