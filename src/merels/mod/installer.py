"""A host's manifest: a script that sets ``window.MINIEXP_MANIFEST`` to the list of its games."""

from __future__ import annotations

import json
import os
import re
import shutil
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from merels._files import whole_file
from merels.errors import MerelsError, NotationError
from merels.mod.literal import ElementList, find_code, parse_list, skip_space

ID: Final = "nine_mens_morris"
GAMES: Final = "games"
VARIABLE: Final = "MINIEXP_MANIFEST"

ENTRY: Final[dict[str, Any]] = {
    "id": ID,
    "name": "ナイン・メンズ・モリス",
    "nameKey": f"minigame.{ID}.name",
    "entry": f"{GAMES}/{ID}.js",
    "version": "0.1.0",
    "description": "配置+1 / ミル+15 / 勝利ボーナス",
    "descriptionKey": f"minigame.{ID}.description",
    "category": "ボード",
    "categoryIds": ["board"],
}
"""Our entry in a manifest."""

_ASSIGNMENT: Final = re.compile(rf"(?<![\w$]){VARIABLE}\s*=(?!=)\s*")
_GOES_ON: Final = tuple(".,([`+-*/%|&?=<>^")
"""Characters after a list that make it part of a larger expression."""
_LARGEST: Final = 4_000_000
"""Larger scripts are not manifests. In bytes."""


def format_entry() -> str:
    """Return our entry on one line, as JSON, which is also JavaScript."""
    return json.dumps(ENTRY, ensure_ascii=False).replace("{", "{ ", 1)[:-1] + " }"


def is_host(folder: Path) -> bool:
    """Whether a script or page in a folder, or in its ``games``, mentions the manifest."""
    return any(VARIABLE in _read(path) for path in _list_scripts(folder, (".js", ".html", ".htm")))


def find_manifests(folder: Path) -> list[Path]:
    """Return the scripts that set the manifest; only ``manifest*`` scripts if there are any."""
    found = [
        path
        for path in _list_scripts(folder, (".js",))
        if VARIABLE in _read(path) and find_code(_read(path), _ASSIGNMENT)
    ]
    return [path for path in found if path.name.startswith("manifest")] or found


def _list_scripts(folder: Path, suffixes: tuple[str, ...]) -> list[Path]:
    return [
        path
        for place in (folder / GAMES, folder)
        if place.is_dir()
        for path in sorted(place.iterdir())
        if path.suffix in suffixes and path.is_file() and path.stat().st_size <= _LARGEST
    ]


def _read(path: Path) -> str:
    return path.read_bytes().decode("utf-8", errors="replace")


def merge_entry(text: str) -> str:
    r"""Return a manifest with our entry added; everything else stays exactly as it was.

    An existing entry of ours is replaced, unless it is the same.

    >>> print(merge_entry("window.MINIEXP_MANIFEST = [\n  { id: 'snake' }\n]")[:66])
    window.MINIEXP_MANIFEST = [
      { id: 'snake' },
      { "id": "nine_men

    Raises `NotationError` if the text does not set the manifest to one list of plain data.
    """
    games = _parse_manifest(text)
    ours = [element for element in games.elements if element.value.get("id") == ID]
    if len(ours) > 1:
        raise NotationError(f"it has {len(ours)} entries called {ID!r}")
    if not ours:
        return _append(text, games)
    if ours[0].value == ENTRY:
        return text
    return text[: ours[0].start] + format_entry() + text[ours[0].end :]


def _parse_manifest(text: str) -> ElementList:
    assignments = find_code(text, _ASSIGNMENT)
    if len(assignments) != 1:
        raise NotationError(f"it sets {VARIABLE} {len(assignments)} times")
    start = assignments[0].end()
    if not text.startswith("[", start):
        raise NotationError(f"it does not set {VARIABLE} to a list")
    games = parse_list(text, start)
    after = skip_space(text, games.closing + 1)
    if text[after : after + 1] in _GOES_ON:
        raise NotationError(f"it is more than a plain list: {text[after : after + 20]!r}")
    if not all(isinstance(element.value, dict) for element in games.elements):
        raise NotationError("it lists something that is not a game")
    return games


def _append(text: str, games: ElementList) -> str:
    """Add our entry before the closing bracket, formatted like the entries above it."""
    comma = "," if games.has_last_comma else ""
    ending = "\r\n" if "\r\n" in text else "\n"
    closing = games.closing
    line = text.rfind("\n", 0, closing) + 1
    stands_alone = line > 0 and not text[line:closing].strip()
    if not games.elements:
        if stands_alone:
            return f"{text[:line]}  {format_entry()}{ending}{text[line:]}"
        return f"{text[:closing]}{ending}  {format_entry()}{ending}{text[closing:]}"
    last = games.elements[-1]
    before = text[: last.end] + ("" if games.has_last_comma else ",")
    if not stands_alone:
        between = text[last.end : closing].rstrip()
        return f"{before}{between} {format_entry()}{comma}{text[closing:]}"
    indent = re.match(r"[ \t]*", text[text.rfind("\n", 0, last.start) + 1 :])
    space = indent[0] if indent else ""
    return f"{before}{text[last.end : line]}{space}{format_entry()}{comma}{ending}{text[line:]}"


# Install the mini-game into a host's folder and add it to the manifest.

SCRIPT: Final = "nine_mens_morris.js"


@dataclass
class Installation:
    """What an installation did."""

    script: Path
    manifest: Path | None = None
    """The manifest that now has our entry; None if the entry must be added by hand."""
    problem: str = ""
    """Why the entry must be added by hand."""
    written: list[Path] = field(default_factory=list)
    backups: list[Path] = field(default_factory=list)


def read_script() -> bytes:
    """Return the built mini-game."""
    return (files("merels.mod") / SCRIPT).read_bytes()


def install(folder: Path, *, force: bool = False) -> Installation:
    """Write the script to ``folder``, and our entry to its manifest.

    Replaced files are kept under another name; a second call changes nothing. With ``force`` the
    folder need not look like a host. Raises `MerelsError` if the folder is not a host, or if a file
    cannot be written.
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
