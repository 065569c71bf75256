"""A disk that fails on demand: with an error, for lack of space, or by losing power.

`SimulatedDisk` stands in for the package's `FileSystem` over a real folder, which readers see as
usual. It counts the requests that change anything, can fail at any one of them, and knows which
bytes and which names have been synced: after a power failure it leaves the folder in any state that
a restarted system may find.
"""

from __future__ import annotations

import errno
import io
import shutil
from dataclasses import dataclass, field
from enum import Enum
from itertools import product
from pathlib import Path

from merels._files import FileSystem


class PowerLoss(BaseException):
    """The machine is off: no error handler can do anything any more."""


class Fault(Enum):
    """What happens at a request."""

    ERROR = "error"
    """It fails."""

    BROKEN = "broken"
    """It fails, and so does every one after it."""

    FULL = "full"
    """There is no room: half of a write is done and the next fails. Later there is room again."""

    STAYS_FULL = "stays full"
    """There is no room for anything any more; syncing, renaming and deleting work."""

    POWER_LOSS = "power loss"
    """It is never carried out, and none after it."""


class Bytes(Enum):
    """What survives of bytes that were not synced."""

    LOST = "lost"
    TORN = "torn"
    ZEROS = "zeros"
    KEPT = "kept"


class Names(Enum):
    """Which name changes survive, of those whose folder was not synced."""

    LOST = "lost"
    KEPT = "kept"
    EVEN = "even ones"
    ODD = "odd ones"

    def keeps(self, number: int) -> bool:
        return self is Names.KEPT or (self, number % 2) in ((Names.EVEN, 0), (Names.ODD, 1))


@dataclass(eq=False)
class Node:
    """A file, regardless of its names."""

    live: bytearray = field(default_factory=bytearray)
    synced: bytes = b""

    def after(self, rule: Bytes) -> bytes:
        live = bytes(self.live)
        if rule is Bytes.KEPT or live == self.synced:
            return live
        half = max(len(self.synced), len(live) // 2)
        match rule:
            case Bytes.LOST:
                return self.synced
            case Bytes.TORN:
                return live[:half]
            case Bytes.ZEROS:
                return live[:half].ljust(len(live), b"\0")


Entry = Node | None  # None is a folder
Layout = dict[Path, bytes | None]


@dataclass(frozen=True)
class Change:
    """Names that appear and disappear together: those of one request."""

    removed: tuple[Path, ...] = ()
    added: tuple[tuple[Path, Entry], ...] = ()

    def touches(self, folder: Path) -> bool:
        paths = (*self.removed, *(path for path, _ in self.added))
        return any(path.parent == folder for path in paths)

    def apply(self, names: dict[Path, Entry]) -> None:
        for path in self.removed:
            names.pop(path, None)
        names.update(self.added)


class SimulatedFile(io.FileIO):
    """An open file whose writes the disk may refuse."""

    def __init__(self, disk: SimulatedDisk, path: Path, mode: str, node: Node) -> None:
        super().__init__(path, mode)
        self._disk = disk
        self._appends = "a" in mode
        self.node = node

    def write(self, data) -> int:
        data = bytes(data)
        self._disk.request("write", takes_room=True)
        if self._disk.is_half_done():
            data = data[: len(data) // 2]
        if self._appends:
            self.seek(0, io.SEEK_END)
        start = self.tell()
        self.node.live[len(self.node.live) : start] = bytes(max(0, start - len(self.node.live)))
        self.node.live[start : start + len(data)] = data
        return super().write(data)

    def truncate(self, size=None) -> int:
        self._disk.request("truncate")
        assert size is not None
        del self.node.live[size:]
        return super().truncate(size)


class SimulatedDisk(FileSystem):
    """A file system below ``root`` that fails at request number ``at``; see `Fault`.

    What exists at the start is old, and so synced.
    """

    def __init__(self, root: Path, fault: Fault | None = None, at: int = -1) -> None:
        self.requests: list[str] = []
        self._root = root
        self._fault = fault
        self._at = at
        self._half_done = False
        self._names: dict[Path, Entry] = {}
        self._pending: list[Change] = []
        for path in root.rglob("*"):
            data = None if path.is_dir() else path.read_bytes()
            self._names[path] = None if data is None else Node(bytearray(data), data)
        self._synced = dict(self._names)

    # What the package asks for

    def create(self, path: Path) -> io.FileIO:
        self.request("create", takes_room=True)
        file = SimulatedFile(self, path, "xb", Node())
        self._change(Change(added=((path, file.node),)))
        return file

    def open_lock(self, path: Path) -> io.FileIO:
        self.request("open", takes_room=path not in self._names)
        if path not in self._names:
            self._change(Change(added=((path, Node()),)))
        node = self._names[path]
        assert node is not None
        return SimulatedFile(self, path, "a+b", node)

    def sync(self, file: io.FileIO) -> None:
        self.request("sync")
        assert isinstance(file, SimulatedFile)
        file.node.synced = bytes(file.node.live)

    def copy_mode(self, source: Path, target: Path) -> None:
        self.request("copy mode")
        super().copy_mode(source, target)

    def replace(self, source: Path, target: Path) -> None:
        self.request("rename")
        super().replace(source, target)
        self._change(Change((source,), ((target, self._names[source]),)))

    def unlink(self, path: Path) -> None:
        self.request("delete")
        super().unlink(path)
        self._change(Change((path,)))

    def make_folder(self, path: Path) -> None:
        self.request("make folder", takes_room=True)
        super().make_folder(path)
        self._change(Change(added=((path, None),)))

    def remove_folder(self, path: Path) -> None:
        self.request("remove folder")
        super().remove_folder(path)
        self._change(Change((path,)))

    def sync_folder(self, path: Path) -> None:
        self.request("sync folder")
        for change in self._pending:
            if change.touches(path):
                change.apply(self._synced)
        self._pending = [change for change in self._pending if not change.touches(path)]

    # What goes wrong

    def request(self, name: str, *, takes_room: bool = False) -> None:
        """Record a request; raise if it is the one to fail."""
        number = len(self.requests)
        self.requests.append(name)
        if self._half_done:
            self._half_done = False
            raise OSError(errno.ENOSPC, "No space left on device")
        if self._fault is None or number < self._at:
            return
        first = number == self._at
        match self._fault:
            case Fault.POWER_LOSS:
                raise PowerLoss
            case Fault.ERROR if first:
                raise OSError(errno.EIO, "Input/output error")
            case Fault.BROKEN:
                raise OSError(errno.EIO, "Input/output error")
            case Fault.FULL if first and name == "write":
                self._half_done = True
            case Fault.FULL if first:
                raise OSError(errno.ENOSPC, "No space left on device")
            case Fault.STAYS_FULL if takes_room:
                raise OSError(errno.ENOSPC, "No space left on device")

    def is_half_done(self) -> bool:
        """Whether the current write should stop half-way."""
        return self._half_done

    def _change(self, change: Change) -> None:
        change.apply(self._names)
        self._pending.append(change)

    def layouts(self) -> list[Layout]:
        """Return the possible states after the power failure, each once."""
        found: list[Layout] = []
        for rule, names in product(Bytes, Names):
            entries = dict(self._synced)
            for number, change in enumerate(self._pending):
                if names.keeps(number):
                    change.apply(entries)
            layout = {path: node and node.after(rule) for path, node in entries.items()}
            if layout not in found:
                found.append(layout)
        return found

    def start_again(self, layout: Layout) -> None:
        """Leave the folder as it may be after the power failure."""
        shutil.rmtree(self._root)
        self._root.mkdir()
        for path, data in sorted(layout.items()):
            if not path.parent.is_dir():
                continue  # it is gone, and everything in it
            if data is None:
                path.mkdir()
            else:
                path.write_bytes(data)
