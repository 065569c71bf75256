"""What a release contains: the wheel is built here, without its environments."""

import re
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from release import check, contents

import merels

ROOT = Path(merels.__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    [path] = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    return Path(path)


def test_the_wheel_is_what_is_expected(wheel):
    entries = contents.list_wheel(wheel)
    expected = contents.expected_files()
    assert list(contents.find_wheel_faults(entries, expected, wheel.stat().st_size)) == []
    assert "merels/cli/guides/rules.md" in expected
    assert "merels/values/books/nine.book" in expected


def test_its_metadata(wheel):
    with zipfile.ZipFile(wheel) as file:
        folder = f"merels-{merels.__version__}.dist-info"
        metadata = file.read(f"{folder}/METADATA").decode()
        script = file.read(f"{folder}/entry_points.txt").decode()
    assert f"\nVersion: {merels.__version__}\n" in metadata
    assert "merels = merels.cli:main" in script
    for extra in filter(None, check.list_extras()):
        assert f"Provides-Extra: {extra}\n" in metadata


def test_the_version_is_written_once():
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert check.changelog_version(changes) == merels.__version__
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert not re.search(r"^version\s*=", project, re.MULTILINE)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda names: names - {"merels/py.typed"}, "the wheel lacks merels/py.typed"),
        (lambda names: names | {"merels/draft.py"}, "draft.py, which is not under version control"),
        (lambda names: names | {"merels/__pycache__/a.pyc"}, "the wheel has merels/__pycache__"),
        (lambda names: names | {"tests/a.py"}, "the wheel's metadata is"),
    ],
)
def test_a_wheel_that_is_not(change, fault):
    expected = {"merels/py.typed", "merels/__init__.py"}
    metadata = {f"merels-1.dist-info/{name}" for name in contents.METADATA}
    entries = [contents.Entry(name, 1, 1) for name in change(expected | metadata)]
    assert any(fault in each for each in contents.find_wheel_faults(entries, expected, 9))


def test_sizes_and_sources_that_are_missing():
    needed = set(contents.NEEDED_SOURCES)
    [fault] = contents.find_archive_faults([*needed, "PKG-INFO"], needed, 9 << 30)
    assert "more than" in fault
    faults = list(contents.find_archive_faults(["draft.py"], {"src/merels/a.py"}, 9))
    assert len(faults) == len(needed) + 2


def test_the_listing():
    names = ("merels/a.py", "merels/x/b.py", "c/d")
    entries = [contents.Entry(name, 10_400, 1_400_000) for name in names]
    assert contents.describe_wheel(entries)[2:] == [
        "| `merels` | 1 | 10 | 1,400 | a.py, 10 |",
        "| `merels.x` | 1 | 10 | 1,400 | b.py, 10 |",
        "| `metadata` | 1 | 10 | 1,400 | d, 10 |",
        "| together | 3 | 31 | 4,200 |  |",
    ]
