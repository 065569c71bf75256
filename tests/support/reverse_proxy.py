"""A small reverse proxy in a thread: it passes on whatever comes, and says for whom."""

import asyncio
import threading
from contextlib import contextmanager, suppress


@contextmanager
def forwarding(port):
    """Forward connections to a port of this machine; yield the port to connect to instead."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    async def forward(reader, writer):
        client, _ = writer.get_extra_info("peername")
        head = await reader.readuntil(b"\r\n\r\n")
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", port)
        server_writer.write(add_headers(head, client))
        await asyncio.gather(pipe(reader, server_writer), pipe(server_reader, writer))

    async def stop(server):
        server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def run(work):
        return asyncio.run_coroutine_threadsafe(work, loop).result(20)

    server = run(asyncio.start_server(forward, "127.0.0.1", 0))
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        run(stop(server))
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def pipe(reader, writer):
    with suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    writer.close()


def add_headers(head, client):
    """Return the head of a request for a connection that carries no other one.

    Like nginx's ``$proxy_add_x_forwarded_for``, the client comes after what it wrote itself.
    """
    request, *lines = head.decode("ascii").removesuffix("\r\n\r\n").split("\r\n")
    kept, forwarded, is_upgrade = [], [], False
    for line in lines:
        name, _, value = line.partition(":")
        if name.lower() == "x-forwarded-for":
            forwarded.append(value.strip())
            continue
        if name.lower() == "connection":
            is_upgrade = "upgrade" in value.lower()
            if not is_upgrade:
                continue
        kept.append(line)
    if not is_upgrade:
        kept.append("Connection: close")
    kept += [f"X-Forwarded-For: {', '.join([*forwarded, client])}", "X-Forwarded-Proto: https"]
    return "\r\n".join([request, *kept, "", ""]).encode("ascii")
