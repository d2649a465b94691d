// Code and data on every page are marked, so that a browser does not translate them. Glossary terms are links to
// "#term-…": a click opens the definition next to the term, and the address does not change.
const STYLE = `
.sentence { position: fixed; inset: auto; margin: 0; max-width: 340px; padding: 10px 14px; border-radius: 10px;
  border: 1px solid #8884; background: var(--st-secondary-background-color); color: var(--st-text-color);
  font: 15px/1.45 var(--st-font); box-shadow: 0 6px 24px #0003; }
.sentence b { display: block; }
`;

// Code, formulas, and input boxes for sentences; `ui.data` writes the language into the class.
const DATA = "code, pre, kbd, bdi, .katex, [class*='st-key-data-'], [data-testid='stTextInput'] input, "
  + "[data-testid='stTextArea'] textarea, [data-testid='stChatInput'] :is(input, textarea)";
function mark(element) {
  if (!element.matches?.(DATA) || element.getAttribute("translate") === "no") return;
  const [, language] = element.className.match?.(/\bst-key-data-(\w*)-/) ?? [];
  element.translate = false;
  if (language) element.lang = language;
}
function markData() {
  const within = (node) => [node, ...(node.querySelectorAll?.(DATA) ?? [])].forEach(mark);
  // The site removes attributes that its HTML does not have (web/page.js), so they are set again.
  const watch = new MutationObserver((changes) => changes.forEach(({ type, target, addedNodes }) =>
    (type === "attributes" ? mark(target) : addedNodes.forEach(within))));
  within(document.body);
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ["translate"] });
  return () => watch.disconnect();
}

export default function ({ data, parentElement }) {
  const style = document.createElement("style");
  const box = document.createElement("div");
  const [name, sentence] = [document.createElement("b"), document.createElement("span")];
  style.textContent = STYLE;
  box.className = "sentence";
  box.popover = "auto"; // closes with Escape, or a click elsewhere
  box.setAttribute("role", "status");
  box.append(name, sentence);
  parentElement.replaceChildren(style, box);

  function open(event) {
    const link = event.target.closest?.('a[href*="#term-"]');
    const term = data.terms[link?.hash.slice("#term-".length)];
    if (!term || !box.isConnected) return;
    event.preventDefault(); // the part of the address after # belongs to the figures
    event.stopPropagation();
    [name.textContent, sentence.textContent] = term;
    box.showPopover();
    const [word, own] = [link.getBoundingClientRect(), box.getBoundingClientRect()];
    const under = word.bottom + 6 + own.height < innerHeight;
    box.style.left = `${Math.max(8, Math.min(word.left, innerWidth - own.width - 8))}px`;

     box.style.top = `${under ? word.bottom + 6 : word.top - 6 - own.height}px`; }
  const close = () => box.isConnected && box.hidePopover();
  document.addEventListener("click", open, true);
  document.addEventListener("scroll", close, true);
  const unmark = markData();
  return () => {
    unmark();
    document.removeEventListener("click", open, true);
    document.removeEventListener("scroll", close, true);
  };
}
