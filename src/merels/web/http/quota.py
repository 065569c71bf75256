"""Quotas: how much each client, and all of them together, may use at the same time."""

from __future__ import annotations

from collections import Counter

from merels.web.http.addresses import shares_of
from merels.web.http.problems import ProblemError


class Quota:
    """Counts what clients use at the same time; ``noun`` names it in messages.

    A client may use ``each``, 0 for no limit, and all of them together ``most``; an IPv6 network
    has its share (`shares_of`).
    """

    def __init__(self, noun: str, most: int, each: int) -> None:
        self._noun = noun
        self._most = most
        self._each = each
        self._used: Counter[str] = Counter()
        self._total = 0

    def take(self, client: str | None = None) -> None:
        """Count one more; raise `ProblemError` if it is one too many.

        None stands for clients that only count towards the total.
        """
        if self._total >= self._most:
            detail = f"all {self._most} {self._noun} are in use"
            raise ProblemError("full", detail, retry_after=1)
        shares = {} if client is None else shares_of(client)
        for name, share in shares.items():
            if self._each and self._used[name] >= self._each * share:
                where = "address" if name == client else "network"
                number = f"{self._each * share} {self._noun}"
                detail = f"more than {number} at the same time from one {where}"
                raise ProblemError("too-many", detail, retry_after=1)
        self._used.update(shares.keys())
        self._total += 1

    def give_back(self, client: str | None = None) -> None:
        """Count one less."""
        self._total -= 1
        for name in () if client is None else shares_of(client):
            self._used[name] -= 1
            if not self._used[name]:
                del self._used[name]
