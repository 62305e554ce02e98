"""`fabletop replay`: a record as a list, step by step, or at one ply.  Always through a view."""

from __future__ import annotations

import json

from fabletop.engine.errors import BadOption
from fabletop.engine.game import State
from fabletop.engine.records import Recording
from fabletop.engine.rulebook import CHANCE
from fabletop.terminal.screen import Quit, ask, colours, say


def replayed(recording: Recording, *, seat: int | None, ply: int | None, step: bool, as_json: bool) -> int:
    last = len(recording.plies)
    if seat is not None and not 0 <= seat < recording.game.seats:
        raise BadOption(f"--seat {seat}: the seats are 0 to {recording.game.seats - 1}")
    if ply is not None and not 0 <= ply <= last:
        raise BadOption(f"--ply {ply}: the record has the plies 0 to {last}")
    if as_json:
        print(json.dumps(_as_json(recording), ensure_ascii=False))
    elif ply is not None:
        _show(_at(recording, ply), seat)
    elif step:
        _stepped(recording, seat)
    else:
        _listed(recording, seat)
    return 0


def heard(recording: Recording, seat: int | None) -> list[str]:
    """Every ply as the seat heard of it: `12  Ada: move 1`."""
    lines, state = [], recording.game.new()
    for ply in recording.plies:
        who = "chance" if ply.by == CHANCE else recording.names[ply.by]
        told = state.tell(seat, ply.act)
        state.play(ply.act)
        lines.append(f"{ply.number:>5}  {who}: {state.view(seat).told(told)}")
    return lines


def ending(state: State, names: tuple[str, ...]) -> str:
    """How the game ended, in words."""
    result = state.result
    if result is None:
        return "The game is not over."
    if not result.winners:
        return "The game is lost, together."
    if len(result.winners) == len(names) > 1 and set(result.ranks) == {1}:
        return "All have won together."
    winners = " and ".join(names[seat] for seat in result.winners)
    points = f" Scores: {', '.join(map(str, result.scores))}." if result.scores else ""
    return f"{winners} {'has' if len(result.winners) == 1 else 'have'} won.{points}"


def _as_json(recording: Recording) -> dict[str, object]:
    result = recording.final().result
    return {
        "game": recording.game.id,
        "options": dict(recording.game.options),
        "seats": list(recording.names),
        "plies": len(recording.plies),
        "result": result._asdict() if result else None,
    }


def _at(recording: Recording, ply: int) -> State:
    for number, state in enumerate(recording.states()):
        if number == ply:
            return state
    raise BadOption(f"the record has no ply {ply}")


def _show(state: State, seat: int | None) -> None:
    say(state.view(seat).text(colour=colours()))


def _listed(recording: Recording, seat: int | None) -> None:
    say(f"{recording.game.spec.title} ({recording.game.described()})")
    for line in heard(recording, seat):
        say(line)
    final = recording.final()
    say()
    _show(final, seat)
    say(ending(final, recording.names))


def _stepped(recording: Recording, seat: int | None) -> None:
    lines = ["The start", *heard(recording, seat)]
    try:
        for line, state in zip(lines, recording.states(), strict=True):
            say(line)
            _show(state, seat)
            ask("Enter for the next ply, q to leave > ")
    except Quit:
        return
    say(ending(recording.final(), recording.names))
