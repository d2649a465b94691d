"""The addresses of a class: cookies make phones and the teacher, and what is typed stays text."""

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from lessons.host.classroom import address, routes
from lessons.host.classroom.room import Room
from tests.app.classroom.test_votes import QUESTION

JSON = {"content-type": "application/json"}


@pytest.fixture
def room() -> Room:
    return Room("the-secret", on_screen=QUESTION)


@pytest.fixture
def app(room) -> Starlette:
    return Starlette(routes=routes.routes(room))


@pytest.fixture
def phone(app) -> TestClient:
    phone = TestClient(app)
    page = phone.get("/class")
    assert (
        len(page.content) < 20_000
        and "default-src 'none'" in page.headers["content-security-policy"]
    )
    return phone


@pytest.fixture
def teacher(app) -> TestClient:
    teacher = TestClient(app, follow_redirects=False)
    answer = teacher.get("/class/teacher?secret=the-secret")
    assert answer.status_code == 303 and answer.headers["location"] == "../"
    return teacher


def post(client: TestClient, path: str, **values) -> tuple[int, dict]:
    answer = client.post(f"/class/{path}", json=values)
    return answer.status_code, answer.json()


def test_a_vote_and_the_answer(phone, teacher, room):
    assert post(phone, "vote", number=1, round=1, option=0) == (
        409,
        {"why": "This vote has ended."},
    )
    assert post(teacher, "host/open") == (200, {})
    assert post(phone, "vote", number=1, round=1, option=0)[0] == 200
    assert post(phone, "vote", number=1, round=1, option=1)[0] == 200, "replaces the earlier vote"
    assert phone.get("/class/mine").json() == {"option": 1}, "after a reload"
    post(teacher, "host/close")
    assert post(teacher, "host/open")[0] == 200, "the second round"
    assert phone.get("/class/mine").json() == {"option": None}
    post(teacher, "host/uncover")
    room.show(QUESTION, is_uncovered=True)
    why = "The page on the screen already shows the answer."
    assert post(teacher, "host/open") == (409, {"why": why})
    assert teacher.get("/class/votes.csv").text.count("\n") == 1 + 2 * 3


@pytest.mark.parametrize(
    "path",
    ["host/open", "host/close", "host/uncover", "host/take", "qr", "votes.csv", "wall", "notes"],
)
def test_only_the_secret_makes_a_teacher(path, phone, room):
    phone.get("/class/teacher?secret=another")
    phone.cookies.set("glassbox_teacher", "another")
    ask = phone.post if path.startswith("host") else phone.get
    answer = ask(f"/class/{path}")
    assert answer.status_code == 403 and "make class" in answer.json()["why"]
    assert room.votes.ballot is None


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b'{"number": "x"}', b'{"number": 1}', b"x" * 3000]
)
def test_what_cannot_be_read_is_refused_in_a_sentence(phone, teacher, room, body):
    post(teacher, "host/open")
    answer = phone.post("/class/vote", content=body, headers=JSON)
    assert answer.status_code == 400 and answer.json()["why"]
    assert room.votes.ballot.counts(0) == [0, 0, 0]


def test_other_sites_cannot_send_results(phone, room):
    text = '{"exercise": "heads", "mistake": "none"}'
    answer = phone.post("/class/result", content=text, headers={"content-type": "text/plain"})
    assert answer.status_code == 400 and room.mistakes.table() == []


def test_a_request_without_a_cookie_does_not_count(app, teacher, room):
    post(teacher, "host/open")
    assert post(TestClient(app), "vote", number=1, round=1, option=0)[0] == 403
    assert room.votes.for_wall()["answered"] == 0


def test_the_teacher_picks_a_sentence(phone, teacher, room):
    assert post(phone, "sentence", sentence="hello")[0] == 409, "the page takes none"
    room.proposals.is_open = True
    typed = "<b>the</b>  woman\nwas tired"
    assert post(phone, "sentence", sentence=typed)[0] == 200
    assert post(phone, "sentence", sentence="x" * 201)[0] == 409
    ((number, text),) = room.proposals.waiting()
    assert text == "<b>the</b> woman was tired", "text; nothing interprets it"
    assert post(teacher, "host/take", number=number) == (200, {"answer": text})
    assert room.proposals.waiting() == []


def test_what_the_class_gets_wrong_is_counted_by_phone(app, room):
    for number in range(3):
        phone = TestClient(app)
        phone.get("/class")
        for mistake in ("no scaling", "no scaling", "" if number else "wrong axis"):
            assert post(phone, "result", exercise="attention", mistake=mistake)[0] == 200
    (row,) = room.mistakes.table()
    assert (row["tried"], row["passed"]) == (3, 2)
    assert row["mistakes"] == [("no scaling", 3), ("wrong axis", 1)]


def test_without_a_class_there_are_no_addresses():
    assert routes.routes(None) == []


def test_the_code_leads_to_an_address_that_phones_reach(teacher, monkeypatch):
    monkeypatch.setattr(address, "of_network", lambda: "192.0.2.7")
    shown = teacher.get("/class/qr", params={"address": "http://localhost:8501/class"}).json()
    assert shown["address"] == "http://192.0.2.7:8501/class" and shown["svg"].startswith("<svg")
    assert (
        address.reachable("https://school.example/nlp/class") == "https://school.example/nlp/class"
    )
    with pytest.raises(ValueError, match="not an address"):
        address.reachable("javascript:alert(1)")
