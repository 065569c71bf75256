"""Choosing what to solve over HTTP: who may, what is offered, and what happens."""

import json
import shutil
from contextlib import contextmanager

import pytest
from serving import serving, wait_until
from solved import solved_folder

from merels.solver import benchmark
from merels.solver.benchmark import Calibration
from merels.web.http.settings import Settings
from merels.web.jobs.processes import SolvingSpeed

ADDRESS = "/api/v1/solving"
OFFERS = f"{ADDRESS}/offers"


@pytest.fixture(autouse=True)
def measured(monkeypatch):
    """A machine whose speed is known at once."""

    async def measure(self, patience):
        self.value, self.is_measured = Calibration(2.0, 2), True

    monkeypatch.setattr(SolvingSpeed, "measure", measure)


@pytest.fixture
def folder(tmp_path):
    """The tables 3-3, 4-3 and 3-4, but without 4-3."""
    for name in ("3-3.mtb", "3-4.mtb"):
        shutil.copy(solved_folder() / name, tmp_path)
    return tmp_path


@contextmanager
def serving_goals(folder, **options):
    with serving(Settings(tables=str(folder), goal_men=7, **options)) as client:
        yield client


def last_state(client):
    lines = client.get(ADDRESS).text.splitlines()
    return json.loads([line for line in lines if line.startswith("data: ")][-1][6:])


# What is offered.


def test_offers_say_what_the_rest_takes(folder):
    with serving_goals(folder) as client:
        document = client.get(OFFERS).json()
    assert (document["allowed"], document["reason"], document["measured"]) == (True, None, True)
    assert document["free_memory"] > 0
    assert document["free_space"] > 0
    endgames, everything = document["offers"]
    assert (endgames["goal"], everything["goal"]) == ("endgames", "all")
    assert (endgames["tables"], endgames["positions"]) == (2, 1_520_796)  # solved as a pair
    assert endgames["obstacle"] is None
    assert endgames["memory"] > 1 << 20
    assert 0 < endgames["bytes"] <= endgames["space"]


def test_a_goal_that_is_reached_is_not_offered():
    with serving_goals(solved_folder()) as client:
        assert client.get(OFFERS).json()["offers"] == []


def test_the_whole_game_is_offered(tmp_path):
    with serving(Settings(tables=str(tmp_path))) as client:
        endgames, everything = client.get(OFFERS).json()["offers"]
    assert (endgames["tables"], everything["tables"]) == (49, 318)
    assert 740 <= endgames["seconds"] <= 800  # at twice the time of the known run
    assert 5e9 < everything["bytes"] < everything["space"] < 6e9


# Who may.


@pytest.mark.parametrize(
    "name", ["Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Real-IP", "Via"]
)
def test_forwarded_requests_are_refused(folder, name):
    with serving_goals(folder) as client:
        headers = {name: "192.0.2.7"}
        for response in (
            client.post(ADDRESS, json={"goal": "all"}, headers=headers),
            client.delete(ADDRESS, headers=headers),
        ):
            assert response.status_code == 403
            assert response.json()["detail"].startswith("the request was forwarded; ")
        offers = client.get(OFFERS, headers=headers).json()
        assert not offers["allowed"]
        assert "--allow-solving" in offers["reason"]
        assert (offers["offers"], offers["free_memory"], offers["free_space"]) == ([], None, None)


def test_behind_a_proxy_nobody_may(folder):
    with serving_goals(folder, proxy="127.0.0.1") as client:
        for headers in ({}, {"X-Forwarded-For": "127.0.0.1"}):
            response = client.post(ADDRESS, json={"goal": "all"}, headers=headers)
            assert response.status_code == 403
            assert response.json()["detail"].startswith("the server is behind a proxy; ")


def test_other_names_of_this_machine_are_refused(folder):
    with serving_goals(folder) as client:
        response = client.post(ADDRESS, json={"goal": "all"}, headers={"Host": "evil.example"})
    assert response.status_code == 403
    assert "the host is not a name of this machine" in response.json()["detail"]


def test_pages_of_other_sites_are_refused_even_if_everybody_may(folder):
    with serving_goals(folder, allow_solving=True) as client:
        headers = {"Origin": "http://evil.example"}
        assert client.post(ADDRESS, json={"goal": "all"}, headers=headers).status_code == 403
        assert client.delete(ADDRESS, headers=headers).status_code == 403


def test_everybody_may_if_the_owner_says_so(folder):
    with serving_goals(folder, allow_solving=True, proxy="127.0.0.1") as client:
        headers = {"X-Forwarded-For": "192.0.2.7"}
        assert client.get(OFFERS, headers=headers).json()["allowed"]
        answer = client.post(ADDRESS, json={"goal": "all", "pause": True}, headers=headers)
        assert answer.json()["state"] == "paused"


# What happens.


def test_a_goal_is_paused_resumed_after_a_restart_and_reached(folder):
    with serving_goals(folder) as client:
        answer = client.post(ADDRESS, json={"goal": "endgames", "pause": True}).json()
        assert (answer["state"], answer["goal"]) == ("paused", "endgames")
        assert (answer["done"], answer["total"]) == (2, 3)
    with serving_goals(folder) as client:
        assert last_state(client)["state"] == "paused"
        assert client.post(ADDRESS, json={"goal": "endgames"}).json()["state"] == "running"
        assert last_state(client)["state"] == "done"
        wait_until(lambda: client.get(OFFERS).json()["offers"] == [])
    assert not (folder / "solving.json").exists()


def test_a_cancelled_goal_is_forgotten(folder):
    with serving_goals(folder) as client:
        assert client.post(ADDRESS, json={"goal": "all"}).json()["state"] == "running"
        assert client.delete(ADDRESS).json()["goal"] is None
        assert not (folder / "solving.json").exists()
        assert last_state(client)["state"] == "idle"
        assert client.delete(ADDRESS).json()["state"] == "idle"  # nothing to cancel is fine


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"goal": None}, "body.goal: Input should be 'endgames' or 'all', not None"),
        ({"goal": "small"}, "body.goal: Input should be 'endgames' or 'all', not 'small'"),
        ({}, "body.goal: Field required"),
        ({"goal": "all", "men": 9}, "body.men: Extra inputs are not permitted, not 9"),
    ],
)
def test_other_bodies_are_refused(folder, body, message):
    with serving_goals(folder) as client:
        response = client.post(ADDRESS, json=body)
    assert response.status_code == 422
    assert response.json()["detail"] == message


def test_a_goal_that_does_not_fit_is_refused(folder, monkeypatch):
    monkeypatch.setattr(benchmark, "available_memory", lambda: 1 << 20)
    with serving_goals(folder) as client:
        response = client.post(ADDRESS, json={"goal": "all"})
        assert response.status_code == 409
        assert response.json()["detail"] == "only 1.0 MiB of memory free"
        assert client.get(OFFERS).json()["offers"][0]["obstacle"] == "memory"
        assert last_state(client)["state"] == "idle"


def test_a_folder_that_is_not_writable_is_reported(tmp_path):
    (tmp_path / "tables").write_text("a file, not a folder")
    with serving_goals(tmp_path / "tables") as client:
        response = client.post(ADDRESS, json={"goal": "all"})
    assert response.status_code == 409
    assert str(tmp_path) not in response.text
    assert "not writable" in response.json()["detail"]
