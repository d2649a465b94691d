"""The lesson on pictures: the parts of its page, and how it opens."""

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "look": (
        "Word by word",
        "A captioner writes what is on a picture. Where does it look while it writes each word?",
    ),
    "draw": (
        "Draw your own",
        "Draw two shapes and have them described by two captioners, of which only one has seen drawings by hand.",
    ),
    "hard": (
        "Soft and hard",
        "Looking at all places a little can be learned. Looking at one place alone gives no gradient.",
    ),
    "films": (
        "Films",
        "Twelve frames instead of 196 places: the same decoder says what happens first, and what then.",
    ),
}
# The captioners, and how the page calls them.
CLEAN, BY_HAND, EVEN = "drawings", "drawings_by_hand", "drawings_even"
HARD, LOT = "drawings_hard", "drawings_lot"  # begun as the clean one, and trained on with one place
TITLES = {
    CLEAN: "trained on clean drawings",
    BY_HAND: "trained on drawings by hand, too",
    EVEN: "no attention: the mean of the map",
}
KINDS = {"clean": "clean", "turned": "turned", "outlines": "outlines", "all of these": "by hand"}
NUMBERS = {str(n): str(n) for n in range(1, 6)}  # of the drawings of a kind that are shown

# Films: the captioners, and what can happen in one. A film has 12 frames, an event four.
FILM, FILM_EVEN = "films", "films_even"
FILM_TITLES = {FILM: "attention over the frames", FILM_EVEN: "no attention: the mean of the frames"}
THINGS = [
    f"{colour} {shape}"
    for colour in ("red", "green", "blue", "yellow")
    for shape in ("circle", "square", "triangle", "cross")
]
NOTHING = "does nothing"
DOES = ["moves left", "moves right", "moves up", "moves down", "grows", "shrinks", NOTHING]
LAST_BEGIN = 9  # the last frame on which an event can begin
# Which event → the thing, what it does, and the frame on which that begins, at first.
EVENTS = {"first": ("red circle", "moves left", 2), "then": ("blue square", "grows", 8)}
