"""Start the web app: play, explore and learn in the browser."""

from __future__ import annotations

import argparse
import sys

from merels.cli.options import add_tables, parse_count, parse_positive

PORT = 24016
"""24 points, 16 mills."""
LOG_LEVELS = ("debug", "info", "warning", "error")
LOG_FORMATS = ("text", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on (default: 127.0.0.1, this machine only; 0.0.0.0: everyone)",
    )
    parser.add_argument(
        "--port",
        type=parse_port,
        default=PORT,
        metavar="N",
        help=f"port (default: {PORT}; 0: any free port)",
    )
    add_tables(parser)
    parser.add_argument(
        "--workers", type=parse_positive, default=1, metavar="N", help="processes (default: 1)"
    )
    parser.add_argument(
        "--places",
        type=parse_positive,
        metavar="N",
        help="searches at once in each worker (default: one per processor, as memory allows)",
    )
    parser.add_argument(
        "--rate",
        type=parse_count,
        default=200,
        metavar="N",
        help="requests per second from one address (default: 200; 0: no limit)",
    )
    parser.add_argument(
        "--connections",
        type=parse_count,
        default=100,
        metavar="N",
        help="simultaneous connections from one address (default: 100; 0: no limit)",
    )
    parser.add_argument(
        "--proxy",
        type=parse_proxy,
        metavar="ADDRESS",
        help="address of a trusted proxy, whose last X-Forwarded-For entry is the client's address",
    )
    parser.add_argument(
        "--no-solve", action="store_true", help="do not solve small endgames in the background"
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


def parse_port(text: str) -> int:
    """Return a port number, 0 to 65535."""
    port = parse_count(text)
    if port > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; ports are 0 to 65535")
    return port


def parse_proxy(text: str) -> str:
    """Return an IP address in its standard form."""
    from merels.web.http.addresses import parse_address

    try:
        return parse_address(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an IP address such as 127.0.0.1"
        ) from None


def run(arguments: argparse.Namespace) -> int:
    """Listen, print the address, and serve until Ctrl-C."""
    from merels.cli.extras import require

    require("web")
    from merels.web.http.logs import log_settings
    from merels.web.jobs.memory import cache_share, default_places
    from merels.web.server import LOCAL_NAMES, is_loopback, listen, serve, url_of
    from merels.web.settings import SMALL_ENDGAMES, Settings

    places = arguments.places or default_places(arguments.workers)
    settings = Settings(
        tables=arguments.tables,
        places=places,
        cache_bytes=cache_share(places, arguments.workers),
        rate=arguments.rate,
        connections=arguments.connections,
        proxy=arguments.proxy,
        warm=True,
        solve_men=0 if arguments.no_solve else SMALL_ENDGAMES,
        hosts=(*LOCAL_NAMES, arguments.host) if is_loopback(arguments.host) else (),
    )
    log_format = arguments.log_format or ("text" if sys.stderr.isatty() else "json")
    logs = log_settings(arguments.log_level, log_format)
    with listen(arguments.host, arguments.port) as listener:
        url = url_of(arguments.host, listener.getsockname()[1])
        print(f"Merels is running at {url} (Ctrl-C to stop)", flush=True)
        if not is_loopback(arguments.host):
            print("merels: anyone who can reach this address can use it", file=sys.stderr)
        if arguments.open:
            open_browser(url)
        serve(listener, settings, arguments.workers, logs)
    return 0


def open_browser(url: str) -> None:
    """Open a page in the user's browser, without waiting for it."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
