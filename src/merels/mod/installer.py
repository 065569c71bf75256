"""Install the mini-game into a host's folder and add it to the manifest."""

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
    """What an installation did."""

    script: Path
    manifest: Path | None = None
    """The manifest that now has our entry; None if the entry must be added by hand."""
    problem: str = ""
    """Why it must be added by hand."""
    written: list[Path] = field(default_factory=list)
    backups: list[Path] = field(default_factory=list)


def read_script() -> bytes:
    """Return the built mini-game."""
    return (files("merels.mod") / SCRIPT).read_bytes()


def install(folder: Path, *, force: bool = False) -> Installation:
    """Write the script to ``folder``, and our entry to its manifest.

    Replaced files are kept under another name; a second call changes nothing. With ``force`` the
    folder need not look like a host. Raises `MerelsError` if it does not, or if a file cannot be
    written.
    """
    if not folder.is_dir():
        raise MerelsError(f"{str(folder)!r} is not a folder")
    try:
        return _install(folder, force=force)
    except OSError as error:
        name = error.filename or folder
        raise MerelsError(f"cannot use {str(name)!r}: {error.strerror or error}") from error


def _install(folder: Path, *, force: bool) -> Installation:
    if not force and not is_host(folder):
        raise MerelsError(
            f"{str(folder)!r} is not a host: no script or page in it mentions {VARIABLE}; "
            "use --force to write to it anyway"
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
        done.problem = f"{str(manifest)!r} is not UTF-8 text"
    except NotationError as error:
        done.problem = f"cannot parse {str(manifest)!r}: {error}"
    else:
        _replace(manifest, new.encode("utf-8"), done)
        done.manifest = manifest


def _replace(path: Path, content: bytes, done: Installation) -> None:
    """Replace a file's content, completely or not at all; keep a backup of the old file."""
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
