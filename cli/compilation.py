"""``gameproof compile``: all kernels made ahead of their first use."""

from __future__ import annotations

import time

import click

from gameproof.cli import options as shared
from gameproof.cli.report import seconds
from gameproof.cli.status import Status


@click.command(name="compile", short_help="Build the compiled kernels now.")
def command() -> int:
    """Build all compiled kernels now, for images and clusters, and say how long each took.

    They are kept on disk (NUMBA_CACHE_DIR says where else) and loaded from there when they are
    needed. What is there already is not built again.
    """
    from gameproof.prover.compilation import compile_ahead

    begun = time.perf_counter()
    failed = 0
    for one in compile_ahead():
        if shared.running().interrupts.cancelled.is_set():
            return int(shared.interrupted())
        failed += bool(one.error)
        click.echo(f"{one.name:34}{one.error or seconds(one.seconds)}")
    click.echo(f"gameproof: {seconds(time.perf_counter() - begun)}", err=True)
    return int(Status.INTERNAL if failed else Status.DONE)
