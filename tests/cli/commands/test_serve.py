"""`merels serve`: what its options mean, and what it does with them."""

import queue
import signal
import sys
import webbrowser
from argparse import ArgumentParser, Namespace

import pytest
from serving import port_of
from sites import write_site

from merels.cli import main
from merels.cli.commands.serve import add_arguments, open_browser
from merels.web import server
from merels.web.http.logs import JsonFormatter, TextFormatter
from merels.web.http.settings import VARIABLE, Settings
from merels.web.online.storage.opening import default_database
from merels.web.server import listen


def parse(*arguments):
    """Return the parsed arguments."""
    parser = ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(arguments)


def test_a_proxy_is_an_address(capsys):
    assert parse("--proxy", "::ffff:10.0.0.1").proxy == "10.0.0.1"
    with pytest.raises(SystemExit):
        parse("--proxy", "front.example")
    assert "'front.example' is not an IP address such as 127.0.0.1" in capsys.readouterr().err


class StartingServer:
    """A server that is stopped while it starts."""

    should_exit = False

    def __init__(self, config):
        self.config = config

    def run(self, sockets):
        assert not self.should_exit
        signal.raise_signal(signal.SIGTERM)
        assert self.should_exit


@pytest.fixture
def start(monkeypatch):
    """Return a function that runs the command until the server starts, and returns its settings."""
    configured = {}

    def configure(_, admission, **options):
        configured.update(options, admission=admission)

    monkeypatch.setattr(server, "configure", configure)
    monkeypatch.setattr(server.uvicorn, "Server", StartingServer)
    monkeypatch.setenv(VARIABLE, "{}")
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def run(*arguments):
        assert main(["serve", "--port", "0", *arguments]) == 0
        return Namespace(settings=Settings.from_environment(), **configured)

    yield run
    for number, handler in handlers.items():
        signal.signal(number, handler)


def test_options_reach_the_server(start):
    given = start("--connections", "7", "--proxy", "10.0.0.1", "--rate", "3")
    assert given.settings.proxy == "10.0.0.1"
    assert (given.settings.rate, given.settings.connections) == (3, 7)
    assert given.admission.bounds.from_client == 7
    assert not given.settings.allow_solving
    for number in range(8):
        given.admission.enter(("10.0.0.1", number))  # the proxy's connections are everybody's


def test_a_folder_of_static_tables_is_named_to_the_server(start, capsys, tmp_path):
    write_site(tmp_path)
    assert start("--site", str(tmp_path)).settings.site == str(tmp_path)
    (tmp_path / "tables" / "catalog.json").unlink()
    assert main(["serve", "--port", "0", "--site", str(tmp_path)]) == 2
    assert "write it with: merels site DIR" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["serve", "--site", str(tmp_path / "nothing")])
    assert "there is no folder" in capsys.readouterr().err


def test_a_server_for_this_machine_answers_to_its_names_unless_a_proxy_is_in_front(start):
    assert start().settings.hosts == (*server.LOCAL_NAMES, "127.0.0.1")
    assert start("--host", "0.0.0.0").settings.hosts == ()
    assert start("--proxy", "127.0.0.1").settings.hosts == ()


def test_several_workers_need_a_database_that_they_can_share(start, capsys, tmp_path):
    for options in ((), ("--database", str(tmp_path / "games.sqlite"))):
        assert main(["serve", "--port", "0", "--workers", "2", *options]) == 2
        message = capsys.readouterr().err
        assert "2 workers cannot share an SQLite database" in message
        assert "--database postgresql://" in message
    url = "postgresql://merels@db/games"
    assert start("--workers", "1", "--database", url).settings.database == url
    assert start("--database", "none").settings.database is None
    assert start().settings.database == default_database()


def test_the_address_for_the_local_network_is_printed(start, capsys, monkeypatch):
    monkeypatch.setattr(server, "find_network_url", lambda host, port: f"http://{host}:{port}")
    start("--host", "0.0.0.0", "--database", "none")
    assert "\nOn the local network: http://0.0.0.0:" in capsys.readouterr().out


def test_solving_is_for_everybody_only_if_the_owner_says_so(start):
    assert start("--allow-solving").settings.allow_solving


@pytest.mark.parametrize(
    ("options", "on_terminal", "formatter"),
    [
        ([], False, JsonFormatter),
        ([], True, TextFormatter),
        (["--log-format", "json"], True, JsonFormatter),
        (["--log-format", "text"], False, TextFormatter),
    ],
)
def test_the_log_is_json_unless_there_is_a_terminal(
    start, monkeypatch, options, on_terminal, formatter
):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: on_terminal)
    assert start(*options).log_config["formatters"]["lines"]["()"] is formatter


def test_a_port_in_use_is_reported_clearly(capsys):
    with listen("127.0.0.1", 0) as listener:
        port = port_of(listener)
        assert main(["serve", "--port", str(port)]) == 2
    output, messages = capsys.readouterr()
    assert output == ""
    assert messages == (
        f"merels: port {port} of 127.0.0.1 is in use, perhaps by another merels serve; "
        f"choose another port, such as --port {port + 1}\n"
    )


def test_the_default_port():
    assert parse().port == 24016  # 24 points, 16 mills


@pytest.mark.parametrize("port", ["65536", "-1", "http"])
def test_an_invalid_port_is_bad_usage(capsys, port):
    with pytest.raises(SystemExit) as caught:
        main(["serve", "--port", port])
    assert caught.value.code == 2
    assert repr(port) in capsys.readouterr().err


def test_the_page_is_opened_on_request(monkeypatch):
    opened = queue.SimpleQueue()
    monkeypatch.setattr(webbrowser, "open", opened.put)
    open_browser("http://127.0.0.1:24016")
    assert opened.get(timeout=300) == "http://127.0.0.1:24016"
