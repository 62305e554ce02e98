"""`fabletop replay`: a record as a list, step by step, or at one ply.  Always through a view."""

from __future__ import annotations

import json

from fabletop.engine.errors import BadOption
from fabletop.engine.game import State
from fabletop.engine.records import Recording
from fabletop.terminal.screen import Quit, ask, colours, say
from fabletop.words.speech import own_words


def replayed(recording: Recording, *, seat: int | None, ply: int | None, step: bool, as_json: bool) -> int:
    last = len(recording.plies)
    if seat is not None and not 0 <= seat < recording.game.seats:
        raise BadOption("--seat {seat}: the seats are 0 to {last}", seat=seat, last=recording.game.seats - 1)
    if ply is not None and not 0 <= ply <= last:
        raise BadOption("--ply {ply}: the record has the plies 0 to {last}", ply=ply, last=last)
    if as_json:
        print(json.dumps(_as_json(recording), ensure_ascii=False))
    elif ply is not None:
        _show(recording, _at(recording, ply), seat)
    elif step:
        _stepped(recording, seat)
    else:
        _listed(recording, seat)
    return 0


def heard(recording: Recording, seat: int | None) -> list[str]:
    """Every ply as the seat heard of it: `12  Ada moves figure 1.`"""
    lines, state, words = [], recording.game.new(), own_words().game(recording.game.id)
    for ply in recording.plies:
        before, told = state.view(seat), state.tell(seat, ply.act)
        state.play(ply.act)
        said = words.sentence(before, ply.by, told, state.view(seat), recording.names)
        lines.append(f"{ply.number:>5}  {said}")
    return lines


def ending(state: State, names: tuple[str, ...]) -> str:
    """How the game ended, in words."""
    result, words = state.result, own_words()
    if result is None:
        return words("The game is not over.")
    if not result.winners:
        return words("This time nobody has won.")
    if len(result.winners) == len(names) > 1 and state.game.spec.together:
        return words("You have all won together!")
    winners = [names[seat] for seat in result.winners]
    text = words("{names} have won!") if len(winners) > 1 else words("{name} has won!")
    told = [text.format(names=words.translate.listed(winners), name=winners[0])]
    if result.scores:
        scores = (f"{name} {score}" for name, score in zip(names, result.scores, strict=True))
        told.append(words("Scores: {list}.", list=words.translate.listed(scores)))
    return " ".join(told)


def _as_json(recording: Recording) -> dict[str, object]:
    result = recording.final().result
    return {
        "game": recording.game.id,
        "version": recording.game.version,
        "options": dict(recording.game.options),
        "seats": list(recording.names),
        "plies": len(recording.plies),
        "result": result._asdict() if result else None,
    }


def _at(recording: Recording, ply: int) -> State:
    for number, state in enumerate(recording.states()):
        if number == ply:
            return state
    raise BadOption("--ply {ply}: the record has the plies 0 to {last}", ply=ply, last=len(recording.plies))


def _show(recording: Recording, state: State, seat: int | None) -> None:
    view = state.view(seat)
    view.colours = recording.colours
    say(own_words().game(recording.game.id).drawn(view, recording.names, colour=colours()))


def _listed(recording: Recording, seat: int | None) -> None:
    words = own_words().game(recording.game.id)
    say(f"{words.title} ({words.described(recording.game)})")
    for line in heard(recording, seat):
        say(line)
    final = recording.final()
    say()
    _show(recording, final, seat)
    say(ending(final, recording.names))


def _stepped(recording: Recording, seat: int | None) -> None:
    words = own_words()
    lines = [words("The start"), *heard(recording, seat)]
    try:
        for line, state in zip(lines, recording.states(), strict=True):
            say(line)
            _show(recording, state, seat)
            ask(words("Enter for the next ply, q to leave > "))
    except Quit:
        return
    say(ending(recording.final(), recording.names))
