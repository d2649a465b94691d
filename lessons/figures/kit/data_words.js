// The words that a model reads or writes are data: a browser must not translate them, and a screen reader should
// pronounce French as French. Drawings write such words in many places, so they are recognized by their text.

const SPELLED = /\p{L}/u;
const unquoted = (text) => text.replace(/^[\s→▸“]+|[\s”]+$/g, ""); // a drawing may add these

// Return a map from each text to its languages. The texts are the labels of a header (kit/labels.py), the words that
// follow them (`next`), and the words that the header lists as `data`: { language: [word, …] }.
export function dataWords(header) {
  const words = new Map();
  function add(text, language) {
    const word = unquoted(text), languages = words.get(word) ?? new Set();
    words.set(word, language && !word.startsWith("⟨") ? languages.add(language) : languages);
  }
  function collect(value) {
    if (value === null || typeof value !== "object") return;
    const { label, full, next, unknown, lang } = value;
    if (label === undefined || (unknown ?? lang) === undefined) return void Object.values(value).forEach(collect);
    for (const text of [label, full, next]) if (text) add(text, lang);
  }
  collect(header);
  for (const [language, listed] of Object.entries(header.data ?? {})) listed.forEach((word) => add(word, language));
  return words;
}

// Return the only language that all of these words can be in, or null: “animal” is both English and French.
function commonLanguage(languages) {
  const known = languages.filter(({ size }) => size), [first = []] = known;
  const common = [...first].filter((language) => known.every((others) => others.has(language)));
  return common.length === 1 ? common[0] : null;
}

// Mark the data in these elements, now and after each change. Returns { read(header), end() }.
export function markData(...roots) {
  const marked = new WeakSet();
  let known = null, words = new Map();

  // An element is data if all its words are, for example a label, or a label with its title.
  function markOne(element) {
    const all = [...element.childNodes].map((child) => unquoted(child.textContent));
    const texts = all.filter((text) => SPELLED.test(text));
    if (texts.length && texts.every((text) => words.has(text))) {
      const language = commonLanguage(texts.map((text) => words.get(text)));
      element.setAttribute("translate", "no");
      if (language) element.setAttribute("lang", language);
      else element.removeAttribute("lang");
      marked.add(element);
    } else if (marked.delete(element)) {
      element.removeAttribute("translate");
      element.removeAttribute("lang");
    }
  }
  const holders = new Set();
  function gather(node) {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    for (let text = node.nodeType === Node.TEXT_NODE ? node : texts.nextNode(); text; text = texts.nextNode())
      if (text.parentElement) holders.add(text.parentElement);
  }
  function markAll() {
    holders.forEach(markOne);
    holders.clear();
  }
  const watch = new MutationObserver((changes) => {
    for (const { target, type, addedNodes } of changes)
      (type === "characterData" ? [target] : addedNodes).forEach(gather);
    markAll();
  });
  for (const root of roots) watch.observe(root, { childList: true, characterData: true, subtree: true });

  return {
    // A new header has other words, so everything that is already drawn is checked again.
    read(header) {
      if (header === known) return;
      [known, words] = [header, dataWords(header)];
      roots.forEach(gather);
      markAll();
    },
    end: () => watch.disconnect(),
  };
}
