"""Where the command line begins, installed or as ``python -m gameproof``."""

import gc

from gameproof.cli.begin import listen


def main() -> None:
    """Entry point of the installed command: signals are heard before anything is imported."""
    listen()
    # Modules are many, and stay: to look for garbage among them is a tenth of a short run.
    gc.set_threshold(20_000)
    from gameproof.cli.main import main as command

    command()


if __name__ == "__main__":
    main()
