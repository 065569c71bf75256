"""What the server remembers of itself: how long it has run, and a key."""

from __future__ import annotations

from merels.web.online.storage.database import Transaction


def ensure_key(transaction: Transaction, name: str, proposed: str) -> str:
    """Return the stored key of this name, the proposed one if there was none."""
    transaction.execute(
        "INSERT INTO keys (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", name, proposed
    )
    [(value,)] = transaction.fetch("SELECT value FROM keys WHERE name = ?", name)
    return str(value)


def keep_time(transaction: Transaction, milliseconds: int) -> int:
    """Store how long the server has run, if it is more than stored; return what is stored."""
    transaction.execute(
        "UPDATE running SET milliseconds = ? WHERE milliseconds < ?", milliseconds, milliseconds
    )
    [(stored,)] = transaction.fetch("SELECT milliseconds FROM running")
    return int(stored)
