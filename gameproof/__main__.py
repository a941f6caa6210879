"""Where the command line begins, installed or as ``python -m gameproof``."""

from gameproof.cli.begin import listen


def main() -> None:
    """Entry point of the installed command: signals are heard before anything is imported."""
    listen()
    from gameproof.cli.main import main as command

    command()


if __name__ == "__main__":
    main()
