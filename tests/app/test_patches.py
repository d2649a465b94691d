"""What is changed in Streamlit: each test first shows that Streamlit itself still does it wrongly."""

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from lessons.host import patches

# Where in the page, and the fragment: the picture, the question inside it, and what is beside them.
SENT = [([0, 4], "picture"), ([0, 4, 2], "question"), ([0, 4, 2, 0], "question"), ([0, 5], "other")]


def left_of_a_fragment_that_starts_again() -> list[list[int]]:
    """The places of the messages that are still sent when the picture is drawn again."""
    queue = ForwardMsgQueue()
    for path, fragment in SENT:
        message = ForwardMsg()
        message.metadata.delta_path.extend(path)
        message.delta.fragment_id = fragment
        message.delta.add_block.allow_empty = True
        queue.enqueue(message)
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=["picture"])
    return [list(message.metadata.delta_path) for message in queue.flush()]


def test_no_message_is_sent_for_a_place_that_is_no_more(monkeypatch):
    assert [0, 4, 2] in left_of_a_fragment_that_starts_again(), "Streamlit does it: no patch needed"
    monkeypatch.setattr(ForwardMsgQueue, "clear", ForwardMsgQueue.clear)  # is put back afterwards
    patches.drop_inner_fragments()
    assert left_of_a_fragment_that_starts_again() == [[0, 5]]
