"""Writes the mini-game into a host's folder, and its entry into the manifest."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Final

from merels._files import whole_file
from merels.errors import MerelsError, NotationError
from merels.mod.manifest import ENTRY, VARIABLE, find_manifests, is_host, merge_entry

SCRIPT: Final = "nine_mens_morris.js"


@dataclass
class Installation:
    """What was done."""

    script: Path
    manifest: Path | None = None
    """The manifest that has our entry now; None where the entry must be added by hand."""
    problem: str = ""
    """Why there is no such manifest."""
    written: list[Path] = field(default_factory=list)
    backups: list[Path] = field(default_factory=list)


def read_script() -> bytes:
    """Return the mini-game as it was built."""
    return (files("merels.mod") / SCRIPT).read_bytes()


def install(folder: Path, *, force: bool = False) -> Installation:
    """Write the script into ``folder``, and the entry into its manifest.

    What is there already stays, or is kept under another name; a second call changes nothing. With
    ``force`` the folder need not look like a host. Raises `MerelsError` where it does not, or where
    a file cannot be written.
    """
    if not folder.is_dir():
        raise MerelsError(f"{str(folder)!r} is no folder")
    try:
        return _install(folder, force=force)
    except OSError as error:
        name = error.filename or folder
        raise MerelsError(f"cannot use {str(name)!r}: {error.strerror or error}") from error


def _install(folder: Path, *, force: bool) -> Installation:
    if not force and not is_host(folder):
        raise MerelsError(
            f"{str(folder)!r} is no host: no script or page there speaks of {VARIABLE}; "
            "use --force to write into it all the same"
        )
    script = folder / str(ENTRY["entry"])
    script.parent.mkdir(exist_ok=True)
    done = Installation(script)
    _replace(script, read_script(), done)
    _enter(folder, done)
    return done


def _enter(folder: Path, done: Installation) -> None:
    manifests = find_manifests(folder)
    if len(manifests) != 1:
        names = ", ".join(repr(str(path)) for path in manifests)
        done.problem = f"several scripts set {VARIABLE}: {names}" if names else "there is none"
        return
    (manifest,) = manifests
    old = manifest.read_bytes()
    try:
        new = merge_entry(old.decode("utf-8"))
    except UnicodeDecodeError:
        done.problem = f"{str(manifest)!r} is no UTF-8 text"
    except NotationError as error:
        done.problem = f"{str(manifest)!r} cannot be understood: {error}"
    else:
        _replace(manifest, new.encode("utf-8"), done)
        done.manifest = manifest


def _replace(path: Path, content: bytes, done: Installation) -> None:
    """Give a file its new content, whole or not at all; keep the old one under another name."""
    target = Path(os.path.realpath(path))
    if target.exists():
        if target.read_bytes() == content:
            return
        done.backups.append(_back_up(target))
    with whole_file(target) as file:
        file.write(content)
    done.written.append(path)


def _back_up(path: Path) -> Path:
    """Copy a file to the first free name: ``manifest.js.bak``, ``manifest.js.bak2`` and so on."""
    backup = path.with_name(f"{path.name}.bak")
    number = 2
    while backup.exists():
        backup = path.with_name(f"{path.name}.bak{number}")
        number += 1
    shutil.copy2(path, backup)
    return backup
