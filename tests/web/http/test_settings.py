"""Settings pass from a server to its processes."""

import dataclasses

from merels.web.http.settings import VARIABLE, Settings

EVERYTHING = Settings(
    database="postgresql:///merels",
    games=3,
    tables="/tables",
    site="/site",
    places=3,
    queue=5,
    cache_bytes=1 << 20,
    rate=7,
    connections=9,
    proxy="127.0.0.1",
    warm=True,
    solve_men=8,
    goal_men=7,
    allow_solving=True,
    hosts=("localhost", "example.org"),
)


def test_every_setting_survives(monkeypatch):
    monkeypatch.setenv(VARIABLE, "")
    defaults = Settings()
    for field in dataclasses.fields(Settings):
        assert getattr(EVERYTHING, field.name) != getattr(defaults, field.name)
    EVERYTHING.to_environment()
    assert Settings.from_environment() == EVERYTHING


def test_without_a_server_the_defaults_apply(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    assert Settings.from_environment() == Settings()
