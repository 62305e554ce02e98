"""The files for hosts: as far as they can be checked without a container daemon."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from fabletop.cli import command_line

DEPLOY = Path(__file__).parents[2] / "deploy"


def understood(line: list[str]) -> None:
    assert line[0] == "serve"
    assert command_line().parse_args(line).host


def test_the_unit_file_starts_a_server_that_understands_its_options() -> None:
    unit = (DEPLOY / "fabletop.service").read_text(encoding="utf-8")
    (start,) = re.findall(r"^ExecStart=\S+/fabletop (.*)$", unit, re.MULTILINE)
    understood(shlex.split(start))
    assert "DynamicUser=yes" in unit
    assert "--trusted-proxies 127.0.0.1,::1 " in start  # of the proxy beside it


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd")
def test_systemd_has_nothing_to_say_about_the_unit_file(tmp_path: Path) -> None:
    unit = (DEPLOY / "fabletop.service").read_text(encoding="utf-8").replace("/opt/fabletop/bin/fabletop", "/bin/true")
    copy = tmp_path / "fabletop.service"
    copy.write_text(unit, encoding="utf-8")
    verified = subprocess.run(["systemd-analyze", "verify", str(copy)], capture_output=True, text=True, timeout=60)
    assert [line for line in verified.stderr.splitlines() if "fabletop" in line] == []


def test_the_compose_file_is_one_and_its_server_is_locked_down() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    server = compose["services"]["fabletop"]
    understood([re.sub(r"\$\{NAME.*\}", "games.example.org", part) for part in server["command"]])
    assert server["read_only"] is True
    assert server["cap_drop"] == ["ALL"]
    assert (DEPLOY.parent / server["build"]["dockerfile"]).exists()
    assert set(compose["volumes"]) == {"secret", "tables", "certificates"}
    (subnet,) = [config["subnet"] for config in compose["networks"]["inside"]["ipam"]["config"]]
    assert f"--trusted-proxies={subnet}" in server["command"]


def test_the_container_is_nobody_s_root_and_asks_whether_it_is_ready() -> None:
    lines = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert re.search(r"^USER 10001$", lines, re.MULTILINE)
    assert "/readyz" in lines
    (command,) = re.findall(r"^CMD \[(.*)\]$", lines, re.MULTILINE)
    understood([part.strip().strip('"') for part in command.split(",")])
    for copied in re.findall(r"^COPY (?!--)(.*) \S+$", lines, re.MULTILINE):
        assert all((DEPLOY.parent / name).exists() for name in copied.split())
