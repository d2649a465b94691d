"""How well the words of a page stand out from their ground: 4.5 to 1 at least (WCAG 2.2, 1.4.3)."""

LEAST = 4.5

# → the words that do not, with their ratio. Left out: what is disabled or not reached yet (more transparent than
# 0.7, which is not for reading), and words in drawings, whose cells choose their own ink.
PALE = """(least) => {
  const pale = [];
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const parse = (colour) => {
    const [r, g, b, a = 1] = numbers(colour.replace("color(srgb", "("));
    return colour.startsWith("color") ? [255 * r, 255 * g, 255 * b, a] : [r, g, b, a];
  };
  const over = (top, under) => [0, 1, 2].map((k) => top[k] * top[3] + under[k] * (1 - top[3]));
  const light = (colour) => colour.map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  const up = (node) => node.assignedSlot ?? node.parentElement ?? node.getRootNode().host ?? null;
  function seen(node) {
    let clear = 1;
    const above = [];
    for (let here = node; here; here = up(here)) {
      const { opacity, backgroundColor, backgroundImage } = getComputedStyle(here);
      clear *= opacity;
      if (above.at(-1)?.[3] === 1) continue;
      if (backgroundImage !== "none") return null; // hatched
      const ground = parse(backgroundColor);
      if (ground[3]) above.push(ground);
    }
    return { clear, ground: above.reduceRight((under, top) => over(top, under), [255, 255, 255]) };
  }
  function walk(root) {
    for (const node of root.querySelectorAll("*")) {
      if (node.shadowRoot) walk(node.shadowRoot);
      const text = [...node.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data.trim()).join("");
      if (!text || node instanceof SVGElement || !node.checkVisibility({ visibilityProperty: true })) continue;
      if (node.closest("style, script, :disabled, [aria-disabled=true]")) continue;
      const found = seen(node);
      if (!found || found.clear < 0.7) continue;
      const [r, g, b, a] = parse(getComputedStyle(node).color);
      const [bright, dim] = [light(over([r, g, b, a * found.clear], found.ground)), light(found.ground)].sort((x, y) => y - x);
      const ratio = (bright + 0.05) / (dim + 0.05);
      if (ratio < least) pale.push(`${ratio.toFixed(2)} ${node.tagName}.${node.className}: ${text.slice(0, 30)}`);
    }
  }
  walk(document.body);
  return pale;
}"""


def pale(page) -> list[str]:
    return page.evaluate(PALE, LEAST)
