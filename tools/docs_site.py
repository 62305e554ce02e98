"""For `make docs`: the games' rules and other pages outside docs/ become pages of the site, and links follow them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
LINK = re.compile(r"\]\(([^)#\s:]+)(#[^)\s]*)?\)")


def brought() -> dict[Path, str]:
    """What is brought in: the file, and its place on the site."""
    found = {path: f"rules/{path.parent.name}.md" for path in sorted(ROOT.glob("src/fabletop/games/*/RULES.md"))}
    found |= {path: f"examples/{path.parent.name}.md" for path in sorted(ROOT.glob("examples/*/README.md"))}
    return found | {ROOT / "CONTRIBUTING.md": "contributing.md", ROOT / "CHANGELOG.md": "changes.md"}


def on_config(config: Any) -> Any:
    """Whatever the navigation does not name comes last; the decisions have a list of their own."""
    named = re.findall(r"[\w-]+\.md", repr(config["nav"]))
    more = [path.name for path in sorted(Path(config["docs_dir"]).glob("*.md")) if path.name not in named]
    decisions = [f"decisions/{path.name}" for path in sorted(Path(config["docs_dir"]).glob("decisions/*.md"))]
    config["nav"] += [{"More": more}] * bool(more) + [{"Decisions": decisions}]
    return config


def on_files(files: Any, config: Any) -> Any:
    from mkdocs.structure.files import File

    for path, place in brought().items():
        files.append(File.generated(config, place, content=path.read_text(encoding="utf-8")))
    return files


def on_page_markdown(text: str, page: Any, config: Any, files: Any) -> str:
    """Links to what is on the site lead there; what is not stays as its name."""
    home = {place: path for path, place in brought().items()}.get(page.file.src_uri)
    here = (home or Path(config["docs_dir"]) / page.file.src_uri).parent
    places = {path.resolve(): place for path, place in brought().items()}
    docs = Path(config["docs_dir"]).resolve()

    def follow(match: re.Match[str]) -> str:
        target = (here / match[1]).resolve()
        place = places.get(target)
        if place is None and target.is_file() and target.is_relative_to(docs) and target.suffix != ".ipynb":
            place = target.relative_to(docs).as_posix()
        up = "../" * page.file.src_uri.count("/")
        return f"]({up}{place}{match[2] or ''})" if place else "](#)"

    return LINK.sub(follow, text)
