"""Figures about a server: for those near it, and about nobody."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx
from prometheus_client import REGISTRY

from fabletop.tables import counts
from fabletop.testing.serving import launched


def test_figures_are_for_those_near_and_name_nobody(tmp_path: Path) -> None:
    with launched(tmp_path) as server, httpx.Client(base_url=server.url) as client:
        wanted = {"game": "duck", "seats": ["person"], "names": ["Rumpelstilz"]}
        made = client.post("/api/tables", json=wanted).json()
        assert client.get("/readyz").json() == {"ok": True}
        figures = client.get("/metrics")
        assert figures.headers["content-type"].startswith("text/plain")
        for line in ('fabletop_tables_made_total{game="duck"} 1.0', "fabletop_plies_total", "fabletop_thinkers_waiting",
                     "fabletop_request_seconds_bucket", "fabletop_requests_refused", "fabletop_streams"):  # fmt: skip
            assert line in figures.text, line
        assert "Rumpelstilz" not in figures.text
        assert made["table"] not in figures.text
        assert client.get("/metrics", headers={"x-forwarded-for": "8.8.8.8"}).status_code == 404
        assert client.get("/healthz", headers={"x-forwarded-for": "8.8.8.8"}).headers["x-request-id"]


def test_the_dashboard_asks_for_figures_that_there_are() -> None:
    dashboard = json.loads((Path(__file__).parents[2] / "deploy" / "dashboard.json").read_text())
    asked = {name for panel in dashboard["panels"] for target in panel["targets"]
             for name in re.findall(r"fabletop_\w+", target["expr"])}  # fmt: skip
    given = {sample.name for metric in REGISTRY.collect() for sample in metric.samples}
    given |= {f"{metric.name}{end}" for metric in REGISTRY.collect() for end in ("", "_total", "_bucket", "_count")}
    assert counts.PLIES
    assert len(asked) > 10
    assert asked <= given
