"""What somebody can read or hear on a page, inside the figures' shadow roots too."""

# Text, titles and labels of what is shown. Hidden, folded and covered things are not, and the panel of
# the question is left out: its options name the answer.
VISIBLE = """(within) => {
  const told = [];
  const look = (here) => {
    if (here.nodeType !== Node.ELEMENT_NODE) return;
    if (["STYLE", "SCRIPT", "INPUT", "TEXTAREA"].includes(here.tagName)) return;
    if (here.matches(".st-key-predict, details:not([open]) > :not(summary)")) return;
    const { display, visibility, opacity } = getComputedStyle(here);
    if (display === "none" || opacity === "0") return;
    const seen = visibility === "visible"; // what lies inside may be seen all the same
    if (seen) for (const name of ["aria-label", "title", "alt"]) told.push(here.getAttribute(name) ?? "");
    for (const inside of [...(here.shadowRoot?.childNodes ?? []), ...here.childNodes])
      if (inside.nodeType === Node.TEXT_NODE) seen && !here.matches("details:not([open])") && told.push(inside.data);
      else look(inside);
  };
  for (const place of document.querySelectorAll(within)) look(place);
  return told.join(" ").replace(/\\s+/g, " ");
}"""


def visible(page, within: str = "body") -> str:
    return page.evaluate(VISIBLE, within)
