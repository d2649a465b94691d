"""How large the letters of a page are on screen: every text that is seen, in shadow roots and pictures too."""

# → [[pixels, text]], the smallest first. A zoom and the scale of an SVG count.
SIZES = """() => {
  const found = [];
  const walk = (root) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (node.shadowRoot) walk(node.shadowRoot);
      if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) continue;
      const holder = node.parentElement;
      if (!holder || !holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (holder.closest("style, script, title, .unseen")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { width, height } = range.getBoundingClientRect();
      if (width < 2 || height < 2) continue; // for screen readers alone
      const style = getComputedStyle(holder);
      if (style.clip !== "auto" || /Material/.test(style.fontFamily)) continue; // the same; icons
      const drawn = holder.ownerSVGElement;
      const by = drawn ? Math.hypot(holder.getScreenCTM().a, holder.getScreenCTM().b) : (holder.currentCSSZoom ?? 1);
      found.push([parseFloat(style.fontSize) * by, node.data.trim().slice(0, 40), `${holder.tagName}.${holder.getAttribute("class")}`]);
    }
  };
  walk(document.body);
  return found.sort((a, b) => a[0] - b[0]);
}"""


def smaller(page, least: float) -> list:
    """The texts of a page that are smaller than so many pixels, each once."""
    return below(page.evaluate(SIZES), least)


def below(sizes: list, least: float) -> list:
    """The same of sizes that were asked for before."""
    too_small = {(text, place): size for size, text, place in sizes if size < least - 0.01}
    return [f"{size:.1f} px: {text!r} in {place}" for (text, place), size in too_small.items()]
