"""Compare what `probe.js` reads from a static site with what ``merels probe`` prints.

    python compare_site.py SITE TABLES POSITIONS [SEED]

takes random positions of all tables of each variant in turn, in any symmetry. The command reads
``TABLES``, the folder that the site was written from; Node reads the site with its ``probe.js``.
Result, distance, and all moves in their order must be equal; the status is 1 if any is not. The
command does not know every variant by name: others are left out.
"""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from merels.cli import main as merels
from merels.rules.position import Position
from merels.rules.variant import VARIANTS, Variant, spell
from merels.site.folder import SiteFolder
from merels.values.layout.key import TableKey
from merels.values.layout.plan import all_tables

PROBE: Final = """
import { createInterface } from 'node:readline'
const [module, folder] = process.argv.slice(1)
const tables = await (await import(module)).openTables(folder)
for await (const line of createInterface({ input: process.stdin })) {
  const [variant, fen] = JSON.parse(line)
  const { result, plies, moves } = await tables.rate(fen, { variant })
  const listed = moves.map((each) => [each.move, each.result, each.plies])
  console.log(JSON.stringify([result, plies, listed]))
}
"""


def choose_position(key: TableKey, variant: Variant, chance: random.Random) -> Position:
    """Return a random position of a table, in any symmetry and with either side to move."""
    position = key.position(*key.index.masks_of(chance.randrange(key.index.size)))
    position = replace(position, variant=variant).transform(chance.choice(variant.board.symmetries))
    return position.swap_colors() if chance.random() < 0.5 else position


def choose_positions(
    variants: list[Variant], count: int, chance: random.Random
) -> Iterator[Position]:
    """Yield positions of each variant's tables in turn."""
    for variant in variants:
        keys = sorted(all_tables(variant), key=lambda key: key.men)
        for number in range(count // len(variants)):
            yield choose_position(keys[number % len(keys)], variant, chance)


def ask_command(position: Position, tables: Path) -> list[Any]:
    """Return what ``merels probe --json`` prints, in the form of `PROBE`."""
    fen, name = position.fen(), spell(position.variant)
    printed = io.StringIO()
    with redirect_stdout(printed):
        status = merels(["probe", fen, "--variant", name, "--tables", str(tables), "--json"])
    if status != 0:
        raise RuntimeError(f"merels probe {fen} --variant {name} ended with {status}")
    said = json.loads(printed.getvalue())
    moves = [[each["move"], each["result"], each["plies"]] for each in said["moves"]]
    return [said["result"], said["plies"], moves]


def ask_module(positions: list[Position], site: Path) -> list[Any]:
    """Return what the site's ``probe.js`` says of positions."""
    asked = "\n".join(json.dumps([spell(each.variant), each.fen()]) for each in positions)
    command = ["node", "--input-type=module", "--eval", PROBE]
    command += [(site / "probe.js").resolve().as_uri(), str((site / "tables").resolve())]
    answer = subprocess.run(command, input=asked, capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        raise RuntimeError(answer.stderr)
    return [json.loads(line) for line in answer.stdout.splitlines()]


def main(site: Path, tables: Path, count: int, seed: int = 31) -> int:
    """Compare; return the status."""
    written = [catalog.variant for catalog in SiteFolder(site).read_catalogs()]
    variants = [each for each in written if each.name in VARIANTS]
    positions = list(choose_positions(variants, count, random.Random(seed)))
    wrong = 0
    for position, ours in zip(positions, ask_module(positions, site), strict=True):
        printed = ask_command(position, tables)
        if ours != printed:
            wrong += 1
            print(f"{spell(position.variant)} {position.fen()}: {ours} instead of {printed}")
    tables_count = sum(len(all_tables(variant)) for variant in variants)
    print(f"{len(positions):,} positions of {tables_count} tables, with all moves: {wrong} differ")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:])))
