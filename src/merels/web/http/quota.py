"""Quotas: how much each client, and all of them together, may use at the same time."""

from __future__ import annotations

from collections import Counter

from merels.web.http.problems import ProblemError


class Quota:
    """Counts what clients use at the same time; ``noun`` names it in messages.

    A client may use ``each``, 0 for no limit, and all of them together ``most``.
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
        if client is not None:
            if self._each and self._used[client] >= self._each:
                detail = f"more than {self._each} {self._noun} at the same time from one address"
                raise ProblemError("too-many", detail, retry_after=1)
            self._used[client] += 1
        self._total += 1

    def give_back(self, client: str | None = None) -> None:
        """Count one less."""
        self._total -= 1
        if client is not None:
            self._used[client] -= 1
            if not self._used[client]:
                del self._used[client]
