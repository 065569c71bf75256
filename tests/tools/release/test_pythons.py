"""Which Pythons the quick tests find; running them there is for `make pythons`."""

import sys
from pathlib import Path

from release import pythons, smoke

ROOT = Path(pythons.__file__).parents[2]
OWN = f"3.{sys.version_info.minor}"


def test_interpreters_are_found_by_what_they_say(tmp_path):
    (tmp_path / f"python{OWN}").symlink_to(sys.executable)
    (tmp_path / "python3.99").symlink_to(sys.executable)
    (tmp_path / "python3.98").write_text("not a program")
    found = pythons.find_pythons([tmp_path, tmp_path / "none"], [OWN, "3.98", "3.99"])
    assert found == {OWN: tmp_path / f"python{OWN}"}


def test_the_quick_tests_exist():
    for path in (*pythons.PLAIN_TESTS, *pythons.ENGINE_TESTS):
        assert (ROOT / path).exists()


def test_every_trial_has_a_purpose():
    assert all(trial.__doc__ for trial in smoke.TRIALS.values())
