"""Every ply as a strip of frames: each can be drawn, moves only what is there, and tells no secret."""

from __future__ import annotations

from xml.etree import ElementTree

from fabletop.drawing.stage import Frame, strip
from fabletop.engine import registry
from fabletop.engine.game import Game, State, copied
from fabletop.engine.rulebook import Rng
from fabletop.engine.view import View
from fabletop.testing.scripts import random_game

KEYED = ("piece", "plate", "last")


def staged(game: Game, most: int = 70) -> None:
    """The strips of a game hold what docs/stage.md says; a game without `stage.py` has none."""
    if not (registry.has_part(game.id, "stage") and registry.has_part(game.id, "draw")):
        return
    rng, thrown = Rng(), ""
    rng.seed(3, 3)
    for ply, (state, act) in enumerate(random_game(game, 3, most=most)):
        after, was = state.copy(), thrown
        after.play(act)
        thrown = act if game.spec.is_throw(act) else thrown
        for seat in (0, None) if ply % 3 == 0 else (ply % game.seats,):
            before, said, then = _seen(state, act, after, seat, was, thrown)
            frames = _frames(before, said, then)
            world = State(game, copied(before.position))
            world.rules.complete(rng)
            if act in world.actions() and world.tell(seat, act) == said:
                other = world.copy()
                other.play(act)
                alike = _seen(world, act, other, seat, was, thrown)
                if alike[2] == then:  # another world that looks the same, before and after
                    same = _drawn(strip(*alike), alike[0], said) == _drawn(frames, before, said)
                    assert same, f"stage.py: the frames of {act!r} show seat {seat} what it cannot know"


def _seen(state: State, act: str, after: State, seat: int | None, was: str, now: str) -> tuple[View, str, View]:
    before, then = state.view(seat), after.view(seat)
    before.thrown, then.thrown = was, now
    return before, state.tell(seat, act), then


def _frames(before: View, said: str, then: View) -> list[Frame]:
    """The strip of a ply, looked at frame by frame."""
    kept = before.position.key(), then.position.key()
    frames, of = strip(before, said, then), f"stage.py: {said!r}"
    assert (before.position.key(), then.position.key()) == kept, f"{of} changes a position; before.but(…) gives another"
    there = _keyed(before.svg())[0]
    for frame in frames:
        last = frame.view is then
        ids, names = _keyed(frame.view.svg(last=said, before=before) if last else frame.view.svg())
        assert frame.view.quiet is not last, f"{of}: all frames but the last are views that but(…) gives"
        assert last or "data-action" not in frame.view.moving(), f"{of}: nothing is pressed in a moment of a ply"
        for id, how in frame.motion.items():
            assert id in ids | there, f"{of}: nothing has the id {id!r}, which shall move"
            faces = {face[1:] for face in (*how.get("tumble", ()), how.get("body"), how.get("flip")) if _is_id(face)}
            assert faces <= names, f"{of}: nothing has the id of {sorted(faces - names)}; put it into <defs>"
            source = how.get("from")
            assert not isinstance(source, str) or source in there, f"{of}: nothing has the id {source!r} to come from"
        there = ids
    return frames


def _is_id(face: object) -> bool:
    return isinstance(face, str) and face != ""


def _drawn(frames: list[Frame], before: View, act: str) -> list[str]:
    return [frame.view.moving() for frame in frames[:-1]] + [frames[-1].view.svg(last=act, before=before)]


def _keyed(svg: str) -> tuple[set[str], set[str]]:
    """What can move, and everything that has a name."""
    nodes = [node for node in ElementTree.fromstring(svg).iter() if node.get("id")]
    named = {node.get("id", "") for node in nodes}
    return {node.get("id", "") for node in nodes if (node.get("class") or "").partition(" ")[0] in KEYED}, named
