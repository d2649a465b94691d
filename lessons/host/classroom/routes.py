"""The addresses of a class: the page of a phone, its votes and sentences, and what only the teacher may do.

The handlers are coroutines that neither read files nor wait: the event loop also serves Streamlit's sessions. A phone is
a cookie with a random number, a teacher a cookie with the secret; other sites cannot send either.
"""

import json
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from lessons.host.classroom import address, site
from lessons.host.classroom.broadcast import Channel
from lessons.host.classroom.room import ROOM, TEACHER, Room

PHONE = "glassbox_phone"  # a cookie
BODY = 2_000  # bytes of a request
PAGE = (Path(__file__).parent / "phone.html").read_text(encoding="utf-8")
PAGE_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
}
Handler = Callable[[Request], Awaitable[Response]]


def sentence(text: str, status: int) -> JSONResponse:
    """Return a refusal with its reason."""
    return JSONResponse({"why": text}, status)


async def body_of(request: Request) -> dict:
    """Return the JSON object that a page sent. Raises `ValueError` if it is none or too long."""
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise ValueError("The request is no JSON.")  # other sites can send text, but not JSON
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > BODY:
            raise ValueError("The request is too long.")
    values = json.loads(data)
    if not isinstance(values, dict):
        raise ValueError("The request is no JSON object.")
    return values


def remember(response: Response, phone: str) -> None:
    """Let the browser keep its number until it ends."""
    response.set_cookie(PHONE, phone, httponly=True, samesite="lax")


def routes(room: Room | None = ROOM) -> list[Route]:
    """Return the routes of a class; none if the app was not started with `make class`."""
    if room is None:
        return []
    votes = room.votes
    to_phones = Channel(lambda: votes.for_phone() | {"sentences": room.proposals.is_open})
    to_wall = Channel(votes.for_wall)
    to_notes = Channel(
        lambda: (
            votes.for_notes()
            | {"sentences": room.proposals.waiting(), "mistakes": room.mistakes.table()}
            | {
                "phones": to_phones.watchers,
                "asks": room.on_screen is not None and not room.is_answered,
            }
        )
    )

    def from_phone(answer: Callable[[str, dict], str], needs_cookie: bool = True) -> Handler:
        """Wrap `answer(phone, values)`, which returns "" or why it refuses."""

        async def handle(request: Request) -> Response:
            phone = request.cookies.get(PHONE) or ("" if needs_cookie else secrets.token_hex(16))
            if not phone:
                return sentence("Reload this page: your browser sent no cookie.", 403)
            try:
                why = answer(phone, await body_of(request))
            except (ValueError, KeyError, TypeError) as error:
                return sentence(f"The request cannot be read: {error}", 400)
            response = sentence(why, 409) if why else JSONResponse({})
            remember(response, phone)
            return response

        return handle

    def from_teacher(handle: Handler) -> Handler:
        async def checked(request: Request) -> Response:
            if not room.is_teacher(request.cookies.get(TEACHER)):
                return sentence("Open the teacher's address first; `make class` printed it.", 403)
            return await handle(request)

        return checked

    def command(act: Callable[[dict], object]) -> Handler:
        async def handle(request: Request) -> Response:
            try:
                answer = act(await body_of(request))
            except (ValueError, KeyError, TypeError) as error:
                return sentence(str(error), 409)
            return JSONResponse({"answer": answer} if isinstance(answer, str) else {})

        return from_teacher(handle)

    async def phone_page(request: Request) -> Response:
        response = Response(PAGE, media_type="text/html", headers=PAGE_HEADERS)
        remember(response, request.cookies.get(PHONE) or secrets.token_hex(16))
        return response

    async def own_vote(request: Request) -> Response:
        return JSONResponse({"option": votes.own_vote(request.cookies.get(PHONE, ""))})

    async def teacher_page(request: Request) -> Response:
        if not room.is_teacher(request.query_params.get("secret")):
            return sentence("This is not the teacher's address; `make class` printed it.", 403)
        response = RedirectResponse("../", 303)  # relative: a proxy may have removed a prefix
        response.set_cookie(TEACHER, room.secret, httponly=True, samesite="strict")
        return response

    async def saved(request: Request) -> Response:
        headers = {"Content-Disposition": 'attachment; filename="votes.csv"'}
        return Response(votes.as_csv(), media_type="text/csv", headers=headers)

    async def code(request: Request) -> Response:
        """Return the address for phones, made from the one that the teacher's browser shows, and its QR code."""
        try:
            link = address.reachable(request.query_params.get("address", ""))
        except ValueError as error:
            return sentence(str(error), 400)
        return JSONResponse({"address": link, "svg": address.qr(link)})

    def open_vote(values: dict) -> None:
        if room.on_screen is None:
            raise ValueError("The page on the screen asks no question.")
        if room.is_answered:
            raise ValueError("The page on the screen already shows the answer.")
        votes.open(room.on_screen)

    def vote(phone: str, values: dict) -> str:
        return votes.vote(phone, *(int(values[name]) for name in ("number", "round", "option")))

    def propose(phone: str, values: dict) -> str:
        return room.proposals.propose(phone, str(values["sentence"]))

    def tell(phone: str, values: dict) -> str:
        return room.mistakes.tell(phone, str(values["exercise"]), str(values["mistake"]))

    async def stream_to_phones(request: Request) -> Response:
        return to_phones.response()

    async def stream_to_wall(request: Request) -> Response:
        return to_wall.response()

    async def stream_to_notes(request: Request) -> Response:
        return to_notes.response()

    commands = {
        "open": open_vote,
        "close": lambda values: votes.close(),
        "uncover": lambda values: votes.uncover(),
        "take": lambda values: room.proposals.take(int(values["number"])),
    }
    return [
        Route("/class", phone_page),
        *site.ROUTES,
        Route("/class/events", stream_to_phones),
        Route("/class/mine", own_vote),
        Route("/class/vote", from_phone(vote), methods=["POST"]),
        Route("/class/sentence", from_phone(propose), methods=["POST"]),
        Route("/class/result", from_phone(tell, needs_cookie=False), methods=["POST"]),
        Route("/class/teacher", teacher_page),
        Route("/class/qr", from_teacher(code)),
        Route("/class/votes.csv", from_teacher(saved)),
        Route("/class/wall", from_teacher(stream_to_wall)),
        Route("/class/notes", from_teacher(stream_to_notes)),
        *(
            Route(f"/class/host/{name}", command(act), methods=["POST"])
            for name, act in commands.items()
        ),
    ]
