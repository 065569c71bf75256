"""What the server remembers of itself: how long it has run, and a key."""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path

from merels._files import make_folder, whole_file
from merels.web.online.storage.database import Transaction


def ensure_key(transaction: Transaction, name: str, file: Path | None) -> str:
    """Return the key of this name, a new one if there is none; other processes are kept out.

    It is in a file, because whoever gets hold of the database could otherwise find out what it
    hashes. Without a file it is in the database, as in versions before 0.3.
    """
    rows = transaction.fetch("SELECT value FROM keys WHERE name = ?", name)
    stored = rows[0][0] if rows else secrets.token_hex()
    try:
        if file is None:
            raise FileNotFoundError
        key = _read_or_write(file, stored)
    except OSError:
        if not rows:
            transaction.execute("INSERT INTO keys (name, value) VALUES (?, ?)", name, stored)
        return str(stored)
    transaction.execute("DELETE FROM keys WHERE name = ?", name)
    return key


def _read_or_write(file: Path, proposed: str) -> str:
    """Return what a file contains, if need be after writing it so that only its owner reads it."""
    with suppress(FileNotFoundError):
        return file.read_text(encoding="ascii").strip()
    make_folder(file.parent)
    with whole_file(file) as draft:
        Path(draft.name).chmod(0o600)
        draft.write(proposed.encode())
    return proposed


def note_time(transaction: Transaction, milliseconds: int) -> None:
    """Store how long the server has run, if it is more than stored."""
    transaction.execute(
        "UPDATE running SET milliseconds = ? WHERE milliseconds < ?", milliseconds, milliseconds
    )


def keep_time(transaction: Transaction, milliseconds: int) -> int:
    """Store how long the server has run, if it is more than stored; return what is stored."""
    note_time(transaction, milliseconds)
    [(stored,)] = transaction.fetch("SELECT milliseconds FROM running")
    return int(stored)
