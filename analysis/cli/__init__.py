"""The command `huntlab`: simulate, look, compare and report from the command line.

Only `import sim` at the top, and heavy libraries inside the commands: `huntlab --help` must be there at once.
"""

from __future__ import annotations

from typing import Annotated

import typer

import sim
from analysis.cli import browse, judge, odds, play, tune, upkeep
from analysis.cli.session import Commands, DataPath, Quiet, Session, write

__all__ = ["app"]

HELP = """Monte Carlo balance analytics for card games: play millions of games, read what a card is worth.

Examples:
  huntlab list                         what there is to play
  huntlab run judgement_quick          play a scenario
  huntlab judge judgement_quick        play it, show its tables, write nothing
  huntlab odds --cards 7               how often each class of hand comes up
  huntlab report --open                play everything, write the report

Exit codes: 0 fine, 1 a check failed, 2 bad input (one line on stderr), 130 stopped by Ctrl-C.
"""
app = typer.Typer(
    name="huntlab",
    cls=Commands,
    help=HELP,
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
PLAYING, LOOKING, KEEPING = "Play", "Look", "Keep house"


def _say_version(value: bool) -> None:
    if value:
        write(f"huntlab {sim.__version__}\n")
        raise typer.Exit


Version = Annotated[bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Say the version.")]


@app.callback()
def main(context: typer.Context, *, data_path: DataPath = None, quiet: Quiet = False, version: Version = False) -> None:
    """Keep what was said before the command's name."""
    del version
    context.obj = Session(quiet=quiet, data_path=data_path)
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


for _panel, _name, _command in (
    (PLAYING, "run", play.run),
    (PLAYING, "judge", judge.judge),
    (PLAYING, "replay", play.replay),
    (PLAYING, "odds", odds.odds),
    (PLAYING, "tune", tune.tune),
    (PLAYING, "report", upkeep.report),
    (LOOKING, "list", browse.list_all),
    (LOOKING, "runs", browse.runs),
    (LOOKING, "rules", browse.rules),
    (LOOKING, "cards", browse.cards),
    (KEEPING, "init", upkeep.init),
    (KEEPING, "validate", upkeep.validate),
    (KEEPING, "warm", upkeep.warm),
):
    app.command(_name, rich_help_panel=_panel)(_command)
