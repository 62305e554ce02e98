"""The pages: templates, static files, languages; chest, table and record pages hang their routes in here."""

from __future__ import annotations

import hmac
import socket
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import msgspec
from itsdangerous import URLSafeSerializer
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fabletop.drawing.dice import die
from fabletop.drawing.palette import SEATS
from fabletop.drawing.plates import face
from fabletop.drawing.signs import has_signs
from fabletop.engine.errors import BadRecord, FabletopError, IllegalAction, UnknownGame
from fabletop.guide import lessons
from fabletop.lab.bench import Bench
from fabletop.tables.calls import TooLate
from fabletop.tables.errors import Closed, NoSeat, NotYourTurn, Stale, UnknownTable
from fabletop.tables.house import House
from fabletop.tables.keep import FOREVER, Keep
from fabletop.tables.store import StoreDown
from fabletop.tables.table import Table
from fabletop.web.boards import Boards
from fabletop.web.limits import RETRY, Busy, Limits
from fabletop.web.names import Names
from fabletop.web.root import BelowRoot
from fabletop.web.signs import pictured
from fabletop.web.visitor import LANGUAGE, Forbidden, Visitor, form_of, go, own_path, packed, wants_json
from fabletop.words import LANGUAGES, Words

HERE = Path(__file__).parent
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/json"}
LOCAL = ("localhost", "127.0.0.1", "[::1]")


class NotYet(FabletopError):  # noqa: N818
    """What is given out when the game is over."""


@lru_cache(1)
def _statics() -> dict[str, tuple[bytes, str]]:
    """All that is served as it is: a name that is not here is nowhere."""
    return {
        path.name: (path.read_bytes(), KINDS[path.suffix])
        for path in (HERE / "static").iterdir()
        if path.suffix in KINDS
    }


@lru_cache(1)
def edition() -> str:
    """A short name for the static files as they are: browsers keep them until it changes."""
    digest = sha256()
    for path in sorted((HERE / "static").iterdir()):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]


@lru_cache(256)
def badge(seat: int, animal: str = "") -> Markup:
    """The sign of a seat, with the face of whoever sits there."""
    drawn = face(seat % len(SEATS), animal)
    return Markup(f'<svg class="badge" viewBox="-18 -18 36 36" aria-hidden="true">{drawn}</svg>')


@lru_cache(8)
def rolled_die(face: int) -> Markup:
    """A die that shows a number."""
    return Markup(
        f'<svg class="die" viewBox="-56 -54 112 116" role="img" aria-label="{face}">{die(face, 0, 0, 100)}</svg>'
    )


def refusal(error: FabletopError, words: Words, game: str = "") -> tuple[str, int]:
    """What a page says when something is refused, in a child's words where it happens in play; and the status."""
    if isinstance(error, Stale | TooLate):
        return words("The game has moved on. Have a look."), 409
    if isinstance(error, NotYourTurn | NoSeat):
        return words("It is not your turn just now."), 403
    if isinstance(error, IllegalAction | BadRecord):
        return words("That is not possible now."), 422
    if isinstance(error, UnknownTable | UnknownGame):
        return words("There is nothing here."), 404
    if isinstance(error, StoreDown):
        return words("Nothing can be saved just now. Please wait a little, then try again."), 503
    statuses = {Forbidden: 403, NotYet: 409, Busy: 429, Closed: 503}
    return words.error(error, game), statuses.get(type(error), 422)


class Pages:
    """What all pages share."""

    def __init__(
        self,
        house: House,
        secret: str,
        limits: Limits,
        *,
        lan: bool = False,
        keep: Keep = FOREVER,
        names: Names | None = None,
        root: str = "",
    ) -> None:
        self.house, self.limits, self.lan, self.keep, self.names = house, limits, lan, keep, names or Names()
        self.secret, self.bench, self.boards, self.root = secret, Bench(), Boards(), root
        self.signer = URLSafeSerializer(secret, salt="browser")
        self.templates = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=select_autoescape(default=True),
            undefined=StrictUndefined,
            extensions=[BelowRoot],
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.templates.globals.update(
            badge=badge,
            rolled_die=rolled_die,
            edition=edition(),
            languages=LANGUAGES,
            taught=lessons,
            has_signs=has_signs,
            root=root,
        )

    def routes(self) -> list[BaseRoute]:
        from fabletop.web.again_page import AgainPages
        from fabletop.web.chest_page import ChestPages
        from fabletop.web.dice_page import DicePages
        from fabletop.web.facing import FacingPages
        from fabletop.web.games_page import GamesPages
        from fabletop.web.guide_page import GuidePages
        from fabletop.web.help_page import HelpPages
        from fabletop.web.lab_page import LabPages
        from fabletop.web.learn_page import LearnPages
        from fabletop.web.privacy_page import PrivacyPages
        from fabletop.web.record_page import RecordPages
        from fabletop.web.review_page import ReviewPages
        from fabletop.web.setup_page import SetupPages
        from fabletop.web.signs_page import SignPages
        from fabletop.web.table_page import TablePages

        return [
            Route("/static/{edition}/{name}", self.static),
            Route("/language", self.language, methods=["POST"]),
            *ChestPages(self).routes(),
            *SignPages(self).routes(),
            *FacingPages(self).routes(),
            *SetupPages(self).routes(),
            *GamesPages(self).routes(),
            *TablePages(self).routes(),
            *HelpPages(self).routes(),
            *AgainPages(self).routes(),
            *RecordPages(self).routes(),
            *ReviewPages(self).routes(),
            *PrivacyPages(self).routes(),
            *DicePages(self).routes(),
            *GuidePages(self).routes(),
            *LearnPages(self).routes(),
            *LabPages(self, self.bench).routes(),
        ]

    def visitor(self, request: Request) -> Visitor:
        return Visitor(request, self.signer)

    def rendered(self, request: Request, visitor: Visitor, name: str, **context: object) -> str:
        rest = request.url.remove_query_params(LANGUAGE).query  # or the menu could not choose another
        here = request.url.path + (f"?{rest}" if rest else "")
        context = {"pictures": visitor.pictures} | context
        return self.templates.get_template(name).render(
            _=visitor.words,
            ngettext=visitor.words.ngettext,
            pgettext=visitor.words.pgettext,
            language=visitor.language,
            here=here,
            words=visitor.words,
            pictured=pictured(f"{self.root}/sign/{edition()}", bool(context["pictures"])),
            **context,
        )

    def page(self, request: Request, visitor: Visitor, name: str, status: int = 200, /, **context: object) -> Response:
        html = self.rendered(request, visitor, name, **context)
        return visitor.greet(packed(request, html.encode(), "text/html; charset=utf-8", status=status))

    def refused(self, request: Request, error: Exception) -> Response:
        visitor = self.visitor(request)
        if isinstance(error, FabletopError):
            line, status = refusal(error, visitor.words, request.path_params.get("game", ""))
        else:
            line, status = visitor.words("Something went wrong. Please try again."), 500
        if wants_json(request):
            answer = packed(request, msgspec.json.encode({"error": line}), "application/json", status=status)
        else:
            answer = self.page(request, visitor, "error.html", status, line=line)
        if status in (429, 503):
            answer.headers["retry-after"] = str(RETRY)
        return answer

    async def static(self, request: Request) -> Response:
        found = _statics().get(request.path_params["name"])
        if found is None:
            return Response("there is nothing here", 404)
        fresh = request.path_params["edition"] == edition()
        kept = "public, max-age=31536000, immutable" if fresh else "no-cache"
        return packed(request, found[0], found[1], {"cache-control": kept}, kept=True)

    async def language(self, request: Request) -> Response:
        form, visitor = await form_of(request), self.visitor(request)
        return visitor.speak(visitor.greet(go(own_path(form.get("to", "/")))), form.get("language", ""))

    def admit(self, visitor: Visitor, request: Request) -> None:
        """May somebody act?  A browser that we know counts for itself."""
        self.limits.act(request.scope, visitor.browser if visitor.known else None)

    def invitation(self, table: Table) -> str:
        """What an invitation knows beyond the address of the table, which only lets one watch."""
        said = f"invitation:{table.id}{table.invitation}"
        digest = hmac.new(self.secret.encode(), said.encode(), sha256).digest()
        return urlsafe_b64encode(digest[:9]).decode()

    def again(self, table: str) -> str:
        """The name of the table at which those of this one play again: whoever asks, there is only one."""
        digest = hmac.new(self.secret.encode(), f"again:{table}".encode(), sha256).digest()
        return urlsafe_b64encode(digest[:12]).decode()

    def address(self, request: Request) -> str:
        """Where others find this server: by the name it was called, or in the local net when called localhost."""
        host = request.headers.get("host", "localhost")
        name, _, port = host.rpartition(":") if ":" in host.rstrip("]") else (host, "", "")
        if self.lan and name in LOCAL and (found := lan_address()):
            host = f"{found}:{port}" if port else found
        return f"{request.url.scheme}://{host}{self.root}"


@lru_cache(1)
def lan_address() -> str | None:
    """This machine's address in the local net; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") else address
