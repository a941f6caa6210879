"""``gameproof serve``: questions, proofs and play in a browser, on this machine."""

from __future__ import annotations

import ipaddress

import click

from gameproof.cli import options as shared
from gameproof.cli.status import Status


@click.command(name="serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", default=8712, show_default=True, help="The port; 0 takes a free one.")
@click.option("--at-once", default=1, show_default=True, help="Questions answered together.")
@click.option(
    "--time-limit", type=shared.TIME, default="60s", show_default=True, help="Most per question."
)
@click.option(
    "--memory-limit", type=shared.SIZE, default="2GB", show_default=True, help="Most per question."
)
def command(host: str, port: int, at_once: int, time_limit: float, memory_limit: float) -> int:
    """Ask, watch, look at proofs and play in a browser; Ctrl-C ends it.

    Only this machine can reach it, unless --host says otherwise; it reads no file that a
    visitor names.

    \b
    gameproof serve
    gameproof serve --port 0 --time-limit 2m
    """
    import socket

    from gameproof.cli.main import fail

    try:
        import uvicorn
    except ImportError:
        return fail(
            "the server needs Starlette and uvicorn: pip install 'gameproof[web]'",
            Status.NO_BACKEND,
        )
    from gameproof.games.meaning.bad_input import BadInput
    from gameproof.web.jobs import Jobs
    from gameproof.web.reading import Players, Reader
    from gameproof.web.server import application

    if at_once < 1 or time_limit < 1:
        raise BadInput("expected at least one question at once, and a second for it")
    if not 0 <= port < 1 << 16:
        raise BadInput(f"expected a port between 0 and 65535, got {port}")
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(64)  # whoever reads the address may come at once
    except OSError as error:
        raise BadInput(f"cannot listen at {host}, port {port}: {error.strerror}") from None
    loopback = _is_loopback(host)
    name = f"[{host}]" if ":" in host else host
    click.echo(f"http://{name}:{listening.getsockname()[1]}/")
    if not loopback:
        click.echo("gameproof: others on the network can reach this server", err=True)
    jobs = Jobs(time_limit, int(memory_limit), at_once)
    reader, players = Reader(), Players(int(memory_limit))
    hosts = [host, "localhost", "127.0.0.1", "[::1]", "::1"] if loopback else ["*"]
    served = application(jobs, reader, players, hosts)
    settings = uvicorn.Config(served, log_level="warning", lifespan="off")
    try:
        uvicorn.Server(settings).run(sockets=[listening])
    finally:
        players.close()
        jobs.close()
        reader.close()
        listening.close()
    return int(Status.DONE)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
