"""`optimeld check-agent`: is a bot sound?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from optimeld.agents.checking import Finding, Report, Variant, agent_name
from optimeld.agents.checking import check_agent as check
from optimeld.agents.process import AgentLimits
from optimeld.agents.secrecy import hide_arguments
from optimeld.cli.common import JsonFlag, answer, write_file
from optimeld.cli.gaming import (
    DEFAULT_MEMORY_LIMIT,
    DEFAULT_TIME_LIMIT,
    MemoryLimitOption,
    SeedOption,
    TimeLimitOption,
)


def command(
    agent: Annotated[str, typer.Argument(metavar="COMMAND", help="A program, or module:Class.")],
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Games by each variant of the rules.")] = 1,
    seed: SeedOption = 1,
    time_limit: TimeLimitOption = DEFAULT_TIME_LIMIT,
    memory_limit: MemoryLimitOption = DEFAULT_MEMORY_LIMIT,
    transcript: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", show_default=False, help="Write every line here: > to the bot, < from it."
        ),
    ] = None,
    as_json: JsonFlag = False,
) -> int:
    """Plays a bot through every variant of the rules and says what is wrong with it."""
    hide_arguments()
    name = agent_name(agent)
    report = Report(name)
    heard: list[str] = []

    def listen(line: bytes, from_bot: bool) -> None:
        heard.append(f"{'<' if from_bot else '>'} {line.decode(errors='replace')}")

    limits = AgentLimits(time_limit, memory=memory_limit)
    listener = listen if transcript is not None else None
    try:
        for finding in check(name, limits, games=games, seed=seed, listener=listener, report=report):
            if not as_json:
                _show(finding)
    finally:
        if transcript is not None:
            write_file(transcript, "\n".join([*heard, ""]))
    if as_json:
        answer(report.to_json())
    else:
        _conclude(report)
    return 0 if report.sound else 1


def _show(finding: Finding) -> None:
    lost = sum(finding.lost.values())
    verdict = "sound" if not lost else f"{lost} turns lost"
    if finding.overlooked:
        verdict += f", {finding.overlooked} plays overlooked"
    print(
        f"{_game(finding.variant):<45} {finding.turns:>4} turns, {finding.plays:>3} plays, "
        f"slowest {1000 * finding.slowest:6.0f} ms  {verdict}",
        flush=True,
    )
    for why, count in finding.lost.most_common(5):
        print(f"    {count} x {why}")
    if len(finding.lost) > 5:
        print(f"    and {len(finding.lost) - 5} other reasons")


def _game(variant: Variant) -> str:
    return f"{variant.words}, {variant.players} players"


def _conclude(report: Report) -> None:
    for remark in report.remarks:
        print(f"note: {remark}")
    if report.stderr:
        print("what it last wrote to standard error:")
        for line in report.stderr.splitlines()[-10:]:
            print(f"    {line}")
    if not report.sound:
        print("not sound: turns were lost")
    elif any(finding.overlooked for finding in report.findings):
        print("sound: no turn was lost, but plays were overlooked where one had to play")
    else:
        print("sound: no turn was lost")
