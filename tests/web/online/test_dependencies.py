"""Who a request comes from."""

import asyncio

import pytest

from merels.online.identity import hash_secret, make_secret
from merels.web.http.problems import ProblemError
from merels.web.online.dependencies import find_secret, need_secret, run
from merels.web.online.storage.database import UnavailableError


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
    class Failing:
        class database:  # noqa: N801
            @staticmethod
            async def run(_work):
                raise UnavailableError("try again")

    with pytest.raises(ProblemError) as caught:
        asyncio.run(run(Failing, None))
    assert caught.value.status == 503
