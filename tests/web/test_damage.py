"""A damaged table: strong play continues without it, and no client learns the server's paths."""

import shutil

import pytest
from damage import Parts
from serving import read_events, serving
from solved import solved_folder

from merels.web.api.documents import ENDGAME_FEN
from merels.web.http.settings import Settings


@pytest.fixture(scope="module")
def damaged(tmp_path_factory):
    """A server whose table 3-3 is damaged in every block, and the table's path."""
    folder = tmp_path_factory.mktemp("tables")
    for path in solved_folder().glob("*.mtb"):
        shutil.copy(path, folder)
    path = folder / "3-3.mtb"
    parts = Parts(path.read_bytes())
    parts.blocks = [block[:-1] + bytes([block[-1] ^ 1]) for block in parts.blocks]
    path.write_bytes(parts.join())
    with serving(Settings(tables=str(folder), places=1, rate=0)) as client:
        yield client, path


def messages_of(caplog):
    """Return the errors that Merels has logged; clients of other tests may log some too."""
    return [
        record.getMessage()
        for record in caplog.records
        if record.levelname == "ERROR" and record.name.startswith("merels.")
    ]


def test_analysis_and_strong_levels_search_instead(damaged, caplog):
    client, path = damaged
    for level in ("expert", "perfect"):
        body = {"fen": ENDGAME_FEN, "level": level, "seconds": 0.1}
        response = client.post("/api/v1/move", json=body, timeout=300)
        assert (response.status_code, response.json()["source"]) == (200, "search")
    [message] = messages_of(caplog)
    assert message.startswith(f"{path}: block ")
    parameters = {"fen": ENDGAME_FEN, "seconds": 0.2}
    response = client.get("/api/v1/analysis", params=parameters, timeout=300)
    name, document = read_events(response)[-1]
    assert name == "done"
    assert document["nodes"] > 0
    assert str(path.parent) not in response.text


def test_probes_know_nothing_and_the_log_names_the_file(damaged, caplog):
    client, path = damaged
    for _ in range(2):
        response = client.get("/api/v1/probe", params={"fen": ENDGAME_FEN})
        assert (response.status_code, response.json()["value"]) == (200, None)
    assert client.get("/api/v1/line", params={"fen": ENDGAME_FEN}).json()["moves"] == []
    [message] = messages_of(caplog)
    assert message.startswith(f"{path}: block ")
    assert message.endswith("; the table is skipped until the server restarts")
