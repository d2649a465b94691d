// Files that a reader can edit: wherever a page shows one (`<pre data-file="lessons/heads/exercise.py">`) there is an
// editor. The text is stored in this browser, and Python gets it with the next request (`glassbox.files`).
(() => {
  const glassbox = (globalThis.glassbox ??= {});
  const KEPT = "glassbox-file:";
  const WORDS = {
    label: (name) => `Edit ${name}`,
    kept: "Saved in this browser. To leave the editor, press Esc, then Tab.",
    other: (time) => `Another tab saved this file at ${time}.`,
    theirs: "Use that version",
    mine: "Keep this version",
    full: "The storage of this browser is full. Download the file.",
    use: "Run it",
    download: "Download",
    reset: "Reset to the stub",
    remove: "Delete",
    sure: "Discard your text?",
  };
  const unsaved = new Map(); // without browser storage, text lasts as long as the page

  function stored(name) {
    try {
      return unsaved.get(name) ?? JSON.parse(localStorage.getItem(KEPT + name));
    } catch {
      return null; // storage is switched off
    }
  }

  function keep(name, text) {
    const made = { text, saved: Date.now() };
    try {
      localStorage.setItem(KEPT + name, JSON.stringify(made));
      unsaved.delete(name);
    } catch {
      unsaved.set(name, made);
    }
    return made;
  }

  glassbox.files = () => {
    const found = {};
    let names = [...unsaved.keys()];
    try {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEPT));
      names = [...new Set([...names, ...keys.map((key) => key.slice(KEPT.length))])];
    } catch { /* storage is switched off */ }
    for (const name of names) found[name] = stored(name)?.text ?? "";
    return found;
  };

  const button = (label, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.onclick = act;
    return made;
  };

  // One editor replaces one file on the page.
  function editor(pre) {
    const name = pre.dataset.file, own = name.startsWith("transformer/");
    const first = pre.textContent; // the stub of an exercise, with which the page was built
    let seen = stored(name); // the stored version that this tab knows
    const [box, text, tools, numbers, area, said] = ["div", "div", "div", "pre", "textarea", "span"]
      .map((kind) => document.createElement(kind));
    box.className = "glassbox-editor";
    [text.className, tools.className, numbers.className, said.className] = ["text", "tools", "numbers", "said"];
    area.setAttribute("aria-label", WORDS.label(name));
    Object.assign(area, { spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off" });
    area.value = seen?.text ?? pre.textContent;
    numbers.setAttribute("aria-hidden", "true");
    said.setAttribute("role", "status");
    said.textContent = WORDS.kept;
    text.append(numbers, area);
    box.append(text, tools);

    function count() {
      const lines = area.value.split("\n").length;
      area.rows = lines;
      numbers.textContent = Array.from({ length: lines }, (_, k) => k + 1).join("\n");
    }

    function save() {
      const now = stored(name);
      if (now && seen && now.saved !== seen.saved && now.text !== area.value) return ask(now);
      seen = keep(name, area.value);
      if (unsaved.has(name)) said.textContent = WORDS.full;
    }

    // Two tabs have written: ask before either text is lost.
    function ask(theirs) {
      const time = new Date(theirs.saved).toLocaleTimeString();
      const done = () => (said.textContent = WORDS.kept);
      said.replaceChildren(WORDS.other(time), " ",
        button(WORDS.theirs, () => {
          done();
          unsaved.delete(name);
          seen = theirs;
          area.value = theirs.text;
          count();
        }), " ",
        button(WORDS.mine, () => (done(), (seen = theirs), save())));
    }

    function put(value) {
      area.value = value;
      count();
      save();
    }

    const check = () => document.querySelector(`.st-key-check-${name.split("/")[1]} button`)?.click();
    const use = () => (save(), own ? glassbox.rerun?.() : check());
    const download = () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([area.value], { type: "text/x-python" }));
      link.download = name.split("/").at(own ? -1 : -2) + (own ? "" : ".py");
      link.click();
    };
    const undo = button(own ? WORDS.remove : WORDS.reset, () => {
      if (undo.textContent !== WORDS.sure) {
        undo.textContent = WORDS.sure;
        setTimeout(() => (undo.textContent = own ? WORDS.remove : WORDS.reset), 3000);
        return;
      }
      undo.textContent = own ? WORDS.remove : WORDS.reset;
      if (!own) return put(first);
      forget(name);
      glassbox.rerun?.();
    });
    tools.append(...(own ? [button(WORDS.use, use)] : []), button(WORDS.download, download), undo, said);
    area.addEventListener("input", () => (count(), save()));
    area.addEventListener("keydown", (event) => typed(event, area, use));
    addEventListener("storage", ({ key, newValue }) => {
      if (key === KEPT + name && newValue && box.isConnected) ask(JSON.parse(newValue));
    });
    count();
    return box;
  }

  function forget(name) {
    unsaved.delete(name);
    editors.delete(name);
    try {
      localStorage.removeItem(KEPT + name);
    } catch { /* storage is switched off */ }
  }

  // Tab indents, Shift+Tab dedents, Enter keeps the indentation; after Escape, Tab leaves the editor.
  let leaves = false;
  function typed(event, area, use) {
    const { selectionStart: from, selectionEnd: to, value } = area;
    const begin = value.lastIndexOf("\n", from - 1) + 1;
    if (event.key === "Escape") leaves = true;
    else if (event.key === "Tab" && !leaves && !event.ctrlKey && !event.altKey) {
      event.preventDefault();
      const lines = value.slice(begin, to).split("\n");
      const moved = lines.map((line) => (event.shiftKey ? line.replace(/^ {1,4}/, "") : `    ${line}`)).join("\n");
      if (from === to && !event.shiftKey) insert(area, "    ");
      else {
        area.setSelectionRange(begin, to);
        insert(area, moved);
        if (from !== to) area.setSelectionRange(begin, begin + moved.length);
      }
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      const before = value.slice(begin, from);
      insert(area, `\n${before.match(/^ */)[0]}${before.trimEnd().endsWith(":") ? "    " : ""}`);
    } else if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      use();
    }
    if (!["Escape", "Shift"].includes(event.key)) leaves = false;
    event.stopPropagation(); // not a key for the figures
  }

  // Insert as if typed, so that the browser can undo it.
  function insert(area, text) {
    if (document.execCommand?.(text ? "insertText" : "delete", false, text)) return;
    area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
    area.dispatchEvent(new Event("input"));
  }

  const editors = new Map(); // name → its editor
  let typedIn = null; // the editor that had the focus last
  document.addEventListener("focusin", ({ target }) => (typedIn = target.closest(".glassbox-editor") ?? null));

  // Every file on the page, again after each change. A file that Python has just written is also stored.
  glassbox.edit = (root = document) => {
    for (const pre of root.querySelectorAll("pre[data-file]")) {
      const name = pre.dataset.file, beside = pre.nextElementSibling;
      if (name.startsWith("transformer/") && !stored(name)) keep(name, pre.textContent);
      const made = editors.get(name) ?? editor(pre); // after a redraw, reuse the same editor
      editors.set(name, made);
      if (beside !== made) {
        if (beside?.matches(".glassbox-editor")) beside.remove();
        pre.after(made);
        if (typedIn === made && document.activeElement === document.body) {
          made.querySelector("textarea").focus({ preventScroll: true });
        }
      }
      pre.hidden = true;
    }
  };
})();
