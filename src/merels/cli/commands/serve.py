"""Start the web app: play, explore and learn in the browser."""

from __future__ import annotations

import argparse
import sys

from merels.cli.shared import options, output
from merels.errors import MerelsError

PORT = 24016
"""24 points, 16 mills."""
NO_DATABASE = "none"
LOG_LEVELS = ("debug", "info", "warning", "error")
LOG_FORMATS = ("text", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on (default: 127.0.0.1, this machine only; 0.0.0.0: everyone)",
    )
    options.add_number(
        parser, "--port", "port, or 0 for any free port", least=0, most=65535, default=PORT
    )
    options.add_tables(parser)
    parser.add_argument(
        "--site",
        type=options.parse_folder,
        metavar="DIR",
        help="folder that merels site has written: browsers read its tables themselves",
    )
    options.add_number(parser, "--workers", "processes", default=1)
    places = "searches at once in each worker (default: one per processor, as memory allows)"
    options.add_number(parser, "--places", places)
    rate = "requests per second from one address, or 0 for no limit"
    options.add_number(parser, "--rate", rate, least=0, default=200)
    connections = "simultaneous connections from one address, or 0 for no limit"
    options.add_number(parser, "--connections", connections, least=0, default=100)
    parser.add_argument(
        "--proxy",
        type=parse_proxy,
        metavar="ADDRESS",
        help="address of a trusted proxy, whose last X-Forwarded-For entry is the client's address",
    )
    parser.add_argument(
        "--database",
        metavar="PATH|URL",
        help="where games between people are stored: an SQLite file (default: games.sqlite in "
        "the data folder), postgresql://... for several workers, or none for no games",
    )
    games = "unfinished games between people from one address, or 0 for no limit"
    options.add_number(parser, "--games", games, least=0, default=100)
    parser.add_argument(
        "--no-solve", action="store_true", help="do not solve small endgames in the background"
    )
    parser.add_argument(
        "--allow-solving",
        action="store_true",
        help="let every client start solving from the page, not only clients on this machine",
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument(
        "--log-level", choices=LOG_LEVELS, default="info", help="what to log (default: info)"
    )
    parser.add_argument(
        "--log-format",
        choices=LOG_FORMATS,
        help="how to log: short lines or JSON (default: text on a terminal, json elsewhere)",
    )


def parse_proxy(text: str) -> str:
    """Return an IP address in its standard form."""
    from merels.web.http.limits import parse_address

    try:
        return parse_address(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an IP address such as 127.0.0.1"
        ) from None


def run(arguments: argparse.Namespace) -> None:
    """Listen, print the address, and serve until Ctrl-C."""
    output.require("web")
    from merels.web.api.tables import cache_share, default_places
    from merels.web.http.logs import log_settings
    from merels.web.http.security import is_loopback
    from merels.web.http.settings import SMALL_ENDGAMES, Settings
    from merels.web.http.static_files import TableFiles
    from merels.web.server import LOCAL_NAMES, find_network_url, listen, serve, url_of

    if arguments.site is not None:
        TableFiles(arguments.site)  # while an error can still be shown
    database = choose_database(arguments.database, arguments.workers)
    # Requests through a proxy carry the public name of the site.
    is_private = is_loopback(arguments.host) and arguments.proxy is None
    places = arguments.places or default_places(arguments.workers)
    settings = Settings(
        tables=arguments.tables,
        site=arguments.site,
        places=places,
        cache_bytes=cache_share(places, arguments.workers),
        rate=arguments.rate,
        connections=arguments.connections,
        proxy=arguments.proxy,
        warm=True,
        allow_solving=arguments.allow_solving,
        solve_men=0 if arguments.no_solve else SMALL_ENDGAMES,
        database=database,
        games=arguments.games,
        hosts=(*LOCAL_NAMES, arguments.host) if is_private else (),
    )
    log_format = arguments.log_format or ("text" if sys.stderr.isatty() else "json")
    logs = log_settings(arguments.log_level, log_format)
    with listen(arguments.host, arguments.port) as listener:
        url = url_of(arguments.host, listener.getsockname()[1])
        print(f"Merels is running at {url} (Ctrl-C to stop)", flush=True)
        network = find_network_url(arguments.host, listener.getsockname()[1])
        if network is not None:
            print(f"On the local network: {network}", flush=True)
        if not is_loopback(arguments.host):
            print("merels: anyone who can reach this address can use it", file=sys.stderr)
        if arguments.open:
            open_browser(url)
        serve(listener, settings, arguments.workers, logs)


def choose_database(given: str | None, workers: int) -> str | None:
    """Return the address of the database of games, None if there is no place for a database.

    Raises `MerelsError` if several workers would have to share SQLite.
    """
    from merels.web.online.storage.opening import default_database, is_shared

    if given == NO_DATABASE:
        return None
    if given is not None and is_shared(given):
        return given
    if workers > 1:
        raise MerelsError(
            f"{workers} workers cannot share an SQLite database of games between people; "
            "name a PostgreSQL database with --database postgresql://USER@HOST/NAME, do without "
            "games with --database none, or use --workers 1"
        )
    return given or default_database()


def open_browser(url: str) -> None:
    """Open a page in the user's browser, without waiting for it."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
