"""The lesson on pictures: the parts of its page, and what it shows first."""

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "look": (
        "Captioning",
        "A captioner describes an image. Where does the captioner attend while it writes each word?",
    ),
    "draw": (
        "Draw your own",
        "Draw two shapes. How do two captioners describe your drawing, if only one was trained on hand-drawn shapes?",
    ),
    "hard": (
        "Soft and hard attention",
        "Can a captioner learn to attend to a single region?",
    ),
    "films": (
        "Video captioning",
        "Twelve frames replace the 196 regions. Which frames does the captioner attend to for each event?",
    ),
}
# The captioners, and how the page calls them.
CLEAN, BY_HAND, EVEN, EVEN_LONG = "drawings", "drawings_by_hand", "drawings_even", "drawings_even_long"  # fmt: skip
HARD, SAMPLED = "drawings_hard", "drawings_lot"  # trained from random initialization, as the others
TITLES = {
    CLEAN: "attention, clean drawings",
    BY_HAND: "attention, also hand-drawn",
    EVEN: "mean of the regions, 300 steps",
    EVEN_LONG: "mean of the regions, 1,500 steps",
}
KINDS = {"clean": "clean", "turned": "turned", "outlines": "outlines", "all of these": "by hand"}
NUMBERS = {str(n): str(n) for n in range(1, 6)}  # the drawings of each kind that the page shows

# Videos: the captioners and the events. A video has 12 frames, an event four.
FILM, FILM_EVEN = "films", "films_even"
FILM_GLOBAL = "films_global"  # its convolutions see one frame at a time
FILM_TITLES = {
    FILM: "local and global",
    FILM_GLOBAL: "global only",
    FILM_EVEN: "local only: the mean of the frames",
}
THINGS = [
    f"{colour} {shape}"
    for colour in ("red", "green", "blue", "yellow")
    for shape in ("circle", "square", "triangle", "cross")
]
NOTHING = "does nothing"
DOES = ["moves left", "moves right", "moves up", "moves down", "grows", "shrinks", NOTHING]
LAST_BEGIN = 9  # the last frame on which an event can begin
# Event → its initial thing, movement, and first frame.
EVENTS = {"first": ("red circle", "moves left", 2), "then": ("blue square", "grows", 8)}
