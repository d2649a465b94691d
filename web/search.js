// The search: a button and Ctrl+K (on a Mac ⌘K) open a window with a field and a list of links. The index is loaded
// when the window opens first (search.py describes it). Everything found is shown as text, never as markup.
(() => {
  const { glassbox } = globalThis;
  const MOST = 30; // results
  const MAC = /Mac|iP/.test(navigator.platform), KEYS = MAC ? "⌘K" : "Ctrl+K";
  const WORDS = {
    open: `Search (${KEYS})`,
    field: "Search lessons and glossary",
    close: "Close",
    none: "No results. Try fewer or shorter words.",
    first: (shown, all) => `The first ${shown} of ${all} results`,
    all: (all) => (all > 1 ? `${all} results` : "1 result"),
  };
  const make = (tag, more, ...inside) => {
    const element = Object.assign(document.createElement(tag), more);
    element.append(...inside);
    return element;
  };
  const wordsOf = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").match(/[\p{L}\p{N}_]+/gu) ?? [];
  const singular = (word) => word.replace(/([^s]{2})s$/, "$1"); // "masks" finds "mask" too
  // The number of these beginnings of words that the text contains.
  const count = (asked, text) => {
    const words = wordsOf(text);
    return asked.filter((begin) => words.some((word) => word.startsWith(begin))).length;
  };

  // ---- the index ---------------------------------------------------------------------------------------------------
  async function index() {
    const { lessons, words, entries, terms } = await glassbox.read(glassbox.index);
    for (const entry of entries) {
      let sum = 0;
      entry[3] = new Set(entry[3].map((step) => (sum += step)));
    }
    return { lessons, words, entries, terms };
  }
  // The terms whose name contains all words; then the entries that contain them, first those with most in the title.
  function find({ words, entries, terms }, asked) {
    const numbers = asked.map((begin) => [...words.keys()].filter((n) => words[n].startsWith(begin)));
    const holds = ([, , , own]) => numbers.every((any) => any.some((n) => own.has(n)));
    const named = terms.filter(([term]) => count(asked, term) === asked.length);
    const ranked = entries.filter(holds).map((entry) => ({ entry, rank: count(asked, entry[1]) }));
    return [...named.map((term) => ({ term })), ...ranked.sort((a, b) => b.rank - a.rank)];
  }

  // ---- the window --------------------------------------------------------------------------------------------------
  function link({ lessons }, [lesson, title, address]) {
    const [name, lessonTitle] = lessons[lesson], kind = address.startsWith("notebook") ? " · notebook" : "";
    const href = `${glassbox.root}${name}/${address}`;
    return make("a", { href }, make("b", {}, title), make("span", {}, `${lessonTitle}${kind}`));
  }
  function row(known, { term: [term, sentence, at] = [], entry }) {
    if (entry) return make("li", {}, link(known, entry));
    const about = make("p", {}, make("b", {}, term), ` ${sentence}`);
    return make("li", {}, about, ...(at === null ? [] : [link(known, known.entries[at])]));
  }
  function opened() {
    // Not of the type "search", in which the first Escape clears the text and does not close the window.
    const field = make("input", { type: "text", autocomplete: "off", spellcheck: false });
    const close = make("button", { type: "button", onclick: () => box.close() }, WORDS.close);
    const status = make("p", { role: "status" }), list = make("ol");
    const label = make("label", {}, make("span", {}, WORDS.field), field);
    const box = make("dialog", { className: "search", ariaLabel: WORDS.field }, label, close, status, list);
    let ready = null;
    async function answer() {
      try {
        const known = await (ready ??= index()), asked = wordsOf(field.value).map(singular);
        const results = asked.length ? find(known, asked) : [], { length } = results;
        list.replaceChildren(...results.slice(0, MOST).map((result) => row(known, result)));
        const counted = length > MOST ? WORDS.first(MOST, length) : length ? WORDS.all(length) : WORDS.none;
        status.textContent = asked.length ? counted : "";
      } catch ({ message }) {
        ready = null; // the next letter tries again
        status.textContent = message;
      }
    }
    answer();
    field.addEventListener("input", answer);
    list.addEventListener("click", () => box.close());
    box.addEventListener("keydown", (event) => {
      event.stopPropagation(); // the figures behind the window have keys too
      const stops = [field, ...list.querySelectorAll("a")], at = stops.indexOf(document.activeElement);
      const step = { ArrowDown: 1, ArrowUp: -1, Enter: at ? 0 : 1 }[event.key];
      if (!step || at < 0) return;
      event.preventDefault();
      stops[at + step]?.focus();
    });
    document.body.append(box);
    return { open: () => (box.open || box.showModal(), field.focus(), field.select()) };
  }
  let search = null;
  const open = () => (search ??= opened()).open();

  const button = make("button", { type: "button", className: "theme find", title: WORDS.open, ariaLabel: WORDS.open });
  button.setAttribute("aria-keyshortcuts", MAC ? "Meta+K" : "Control+K");
  button.addEventListener("click", open);
  (document.querySelector(".stAppHeader") ?? document.querySelector("main > p"))?.prepend(button);
  addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (key.toLowerCase() !== "k" || !(MAC ? metaKey : ctrlKey) || shiftKey || altKey) return;
    if (document.documentElement.classList.contains("present")) return;
    event.preventDefault();
    open();
  });
})();
