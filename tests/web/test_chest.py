"""The chest and how it is opened: lids, variants, ports, addresses, what is usual."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest

import fabletop
from fabletop.engine.registry import spec_of
from fabletop.web import pages
from fabletop.web.chest_page import lid_picture, variants
from fabletop.web.server import free_port, open_chest
from fabletop.web.settings import PACE, Settings, pace
from fabletop.words import Words


def test_a_server_is_alone_and_repairs_nothing_unless_it_is_told_to() -> None:
    settings = Settings()
    assert not settings.repair
    assert settings.workers == 1


def test_a_port_that_is_taken_is_left_alone() -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        taken_port = int(other.getsockname()[1])
        assert free_port(taken_port) not in range(1024)
        assert free_port(taken_port) != taken_port
    assert free_port(taken_port) == taken_port


@pytest.mark.parametrize(("address", "told"), [("127.0.0.1", None), ("192.168.7.4", "192.168.7.4")])
def test_other_devices_are_told_an_address_that_they_can_reach(
    monkeypatch: pytest.MonkeyPatch, address: str, told: str | None
) -> None:
    class Probe(socket.socket):
        def connect(self, to: object) -> None: ...

        def getsockname(self) -> tuple[str, int]:
            return address, 1

    monkeypatch.setattr("socket.socket", Probe)
    assert pages.lan_address.__wrapped__() == told


@pytest.mark.parametrize(("language", "address"), [("", "/"), ("fr", "/?language=fr")])
def test_the_chest_opens_in_the_language_that_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, language: str, address: str
) -> None:
    opened: list[str] = []

    def serve(settings: Settings, *, ready: Callable[[], None], level: int) -> None:
        ready()

    monkeypatch.setattr("fabletop.web.server.serve", serve)
    monkeypatch.setattr("webbrowser.open", opened.append)
    open_chest(only_here=True, language=language)
    open_chest(only_here=True, language=language, browser=False)
    assert [one[one.index("/", 8) :] for one in opened] == [address]


def test_how_briskly_computer_players_play_can_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FABLETOP_PACE", raising=False)
    assert pace() == PACE
    monkeypatch.setenv("FABLETOP_PACE", "0.25")
    assert pace() == 0.25


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_a_lid_shows_a_game_that_has_begun_and_is_not_over(id: str) -> None:
    low, high = spec_of(id).seats
    begins = fabletop.game(id, seats=min(high, max(low, 3))).new().view(None).svg().encode()
    assert lid_picture(id, "en") != begins


def test_a_lid_names_its_variants() -> None:
    words = Words("en")
    for id in fabletop.game_ids():
        spec = spec_of(id)
        values = [str(value) for value in spec.option(spec.variant).values] if spec.variant else []
        found = variants(id, words.game(id))
        assert [address for address, _ in found] == values
        assert all(name for _, name in found)
