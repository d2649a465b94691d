"""What of a scene a room cannot see: what stands below the footer or beside the screen, and what has to be scrolled to."""

# → [pixels below the footer's upper edge, pixels wider than the screen, places that scroll inside], shadow roots too.
HIDDEN = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  const lesson = document.querySelector(".st-key-lesson").getBoundingClientRect();
  const line = document.querySelector("[data-present]").shadowRoot.querySelector(".line").getBoundingClientRect();
  const scrolled = [];
  const walk = (root) => {
    for (const one of root.querySelectorAll("*")) {
      if (one.shadowRoot) walk(one.shadowRoot);
      if (!one.clientHeight || one.matches("textarea") || !one.checkVisibility()) continue;
      const { overflowX, overflowY } = getComputedStyle(one);
      const by = (flow, pixels, way) => /auto|scroll/.test(flow) && pixels > 2 &&
        scrolled.push(`${one.tagName}.${one.getAttribute("class")}: ${pixels} px ${way}`);
      by(overflowY, one.scrollHeight - one.clientHeight, "below");
      by(overflowX, one.scrollWidth - one.clientWidth, "beside");
    }
  };
  walk(document.querySelector(".st-key-lesson"));
  const below = Math.max(main.scrollHeight - main.clientHeight, Math.ceil(lesson.bottom - line.top - 0.5));
  return [Math.max(0, below), Math.max(0, main.scrollWidth - main.clientWidth), scrolled];
}"""
