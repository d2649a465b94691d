// A page of the course without a server: it shows what Python drew, in the tab or during the build, and
// turns clicks and typing into events. `glassbox.show(shown)` takes { html, components, query, goes } of web/visit.py;
// `glassbox.send(event)`, which web/tab defines, starts Python. Built views need no Python (views.js).
(() => {
  const { glassbox } = globalThis;
  const main = () => document.querySelector(".stMainBlockContainer > .stVerticalBlock");
  const mounted = new Map(); // key of a component → { host, place, name, data, end }

  // ---- from one HTML to the next: keep unchanged elements, typed text and open folds -------------------------
  function morph(from, to) {
    const named = new Map([...from.children].filter((one) => one.dataset.name).map((one) => [one.dataset.name, one]));
    let at = from.firstChild;
    for (const next of [...to.childNodes]) {
      const name = next.dataset?.name;
      const plain = at && !at.dataset?.name && at.nodeName === next.nodeName ? at : null;
      const found = name ? named.get(name) : plain;
      if (!found || found.nodeName !== next.nodeName) {
        from.insertBefore(next, at);
        continue;
      }
      if (found === at) at = at.nextSibling;
      else from.insertBefore(found, at);
      settle(found, next);
    }
    while (at) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    }
  }
  function settle(found, next) {
    if (found.nodeType !== Node.ELEMENT_NODE) {
      if (found.data !== next.data) found.data = next.data;
      return;
    }
    const folds = found.nodeName === "DETAILS"; // an open fold stays open
    for (const { name } of [...found.attributes])
      if (!next.hasAttribute(name) && !(folds && name === "open")) found.removeAttribute(name);
    for (const { name, value } of next.attributes)
      if (found.getAttribute(name) !== value && !(folds && name === "open")) found.setAttribute(name, value);
    if (found.dataset.component !== undefined) return; // JavaScript draws its content
    if (found.nodeName === "INPUT" || found.nodeName === "TEXTAREA") return fill(found, next);
    morph(found, next);
    if (found.nodeName === "SELECT") found.selectedIndex = next.selectedIndex;
  }
  function fill(found, next) {
    if (found.type === "checkbox") found.checked = next.checked;
    else if (found.type !== "file" && !(found === document.activeElement && found.value !== found.dataset.sent)) {
      if (found.value !== next.value) found.value = next.value;
    }
    found.defaultValue = next.defaultValue;
  }

  // ---- components: what JavaScript draws, as st.components.v2 calls it -----------------------------------------
  const PARTS = {
    glassbox_stand: ["kit/stage.js", "stand"],
    glassbox_barButtons: ["kit/bar.js", "barButtons"],
    glassbox_report: ["kit/report.js", "report"],
  };
  function drawingOf(name, data) {
    if (name === "plotly") return glassbox.chart;
    if (name === "glassbox_figure") {
      const draw = glassbox.modules[`${kindOf(data)}/draw.js`].draw;
      return glassbox.mounts[kindOf(data)] ??= glassbox.modules["kit/app.js"].mounting(draw);
    }
    const [file, exported] = PARTS[name.replace(/_[0-9a-f]{12}$/, "")] ?? [];
    return file ? glassbox.modules[file][exported] : glassbox.drawn[name];
  }
  const kindOf = ({ module }) => module.split("/")[0];

  // Data as Python sends it, or as it was built: { at: a file }, or a figure's message and its file.
  const early = new Map(); // file of a large figure → the numbers that it opens with, until a reader needs the others
  async function ready(part) {
    const { name, data, at, message, figure } = part;
    if (figure) {
      const read = early.get(figure) ?? figure;
      const [{ header, bytes }] = await Promise.all([glassbox.read(read), drawing(kindOf(message))]);
      const built = read === figure ? null : part; // of which more can be loaded
      return { name, id: JSON.stringify([message, read]), data: { ...message, header, bytes }, built };
    }
    if (at) return { name, id: at, data: await glassbox.read(at) };
    if (name !== "glassbox_figure") return { name, id: JSON.stringify(data), data };
    const length = new DataView(data.buffer, data.byteOffset).getUint32(0, true);
    const told = JSON.parse(new TextDecoder().decode(data.subarray(4, 4 + length)));
    await drawing(kindOf(told));
    return { name, id: {}, data: { ...told, bytes: data.subarray(4 + length) } };
  }
  const drawing = (kind) => glassbox.modules[`${kind}/draw.js`] ?? glassbox.load(`code/${kind}.js`);

  function mount(key, host, { name, id, data, again, built }) {
    const before = mounted.get(key);
    if (before && before.host === host && before.name === name) {
      if (before.id === id && !again) return;
    } else {
      before?.end?.();
      host.replaceChildren();
    }
    const kept = before?.host === host && before.name === name ? before : { host, name };
    kept.place ??= placeIn(host, name);
    // A copy, because a figure can change its state later.
    const tell = (trigger, value) => glassbox.ask({ key, trigger, value: structuredClone(value) });
    Object.assign(kept, { id, data, built });
    mounted.set(key, kept);
    try {
      const figure = name === "glassbox_figure";
      const given = { key, parentElement: kept.place, setTriggerValue: tell, setStateValue: tell };
      const more = built && (() => complete(key, host, id, built));
      const own = figure ? { ...data, ...given, key: data.key, more } : { data: prepared(name, data), ...given };
      const end = drawingOf(name, data)(own);
      kept.end = typeof end === "function" ? end : kept.end;
    } catch (error) {
      console.error(`${key} cannot be drawn:`, error);
    }
  }
  // Load the other numbers of a large figure, and draw it again, if it is still the one shown.
  async function complete(key, host, id, built) {
    host.ariaBusy = "true";
    try {
      await glassbox.read(built.figure);
      early.delete(built.figure);
      const whole = await ready(built), shown = mounted.get(key);
      if (shown?.id === id) mount(key, host, { ...whole, data: { ...whole.data, goes: shown.data.goes } });
    } catch ({ message }) {
      glassbox.bar(message);
    }
    host.ariaBusy = null;
  }
  function placeIn(host, name) {
    if (name === "plotly") return host;
    const inside = document.createElement("div");
    host.append(inside);
    return inside.attachShadow({ mode: "open" });
  }
  // The addresses of scenes and lessons, which are sibling names in the app.
  function prepared(name, data) {
    if (data?.lists) {
      const lists = structuredClone(data.lists);
      for (const { scenes } of Object.values(lists))
        for (const scene of scenes) scene.address = glassbox.address(scene.address);
      return { ...data, lists };
    }
    if (data?.lessons)
      return { ...data, lessons: data.lessons.map((one) => ({ ...one, address: glassbox.address(one.address) })) };
    return data;
  }
  glassbox.address = (told) => {
    const [, lesson, rest] = told.match(/^(\w+)(.*)$/s) ?? [null, "", told];
    if (lesson === glassbox.page && rest) return rest[0] === "#" ? `?${rest}` : rest;
    return `${glassbox.root}${lesson}/index.html${rest}`;
  };

  // Charts that were built for another place or size, and the figure that receives them.
  glassbox.redrawn = (key, figures, { place, scale = 1 }) => {
    const own = mounted.get(key);
    if (!own) return;
    const { header, bytes } = own.data, { film } = header.chart;
    const floats = glassbox.modules["kit/core.js"].floatsOf(bytes), step = film ? place[film] : null;
    const paper = header.palette[glassbox.isDark() ? "dark" : "light"].paper;
    figures.forEach((figure, n) => {
      for (const name of [`${key}-chart-${n}`, `${key}-chart-${n}-veiled`]) {
        const one = mounted.get(name);
        const drawn = glassbox.withChosen(figure, header, floats, place);
        const data = one && { ...one.data, figure: drawn, scale, step };
        if (one) mount(name, one.host, { name: one.name, id: {}, data });
      }
    });
    const goes = { ...own.data.goes, place, scale, paper };
    mount(key, own.host, { ...own, data: { ...own.data, goes }, again: true });
  };

  // ---- show ------------------------------------------------------------------------------------------------------
  let last = 0;
  glassbox.show = async (shown) => {
    if (shown.goes) return go(shown.goes);
    const number = ++last;
    const entries = Object.entries(shown.components);
    const put = (key, part) => {
      const host = main().querySelector(`[data-component="${CSS.escape(key)}"]`);
      if (host && number === last) mount(key, host, part); // else the visitor has chosen something else meanwhile
    };
    // The page's own HTML stands already: each figure is drawn as soon as its data has come.
    const each = async ([key, part]) => {
      if (part.early) early.set(part.figure, part.early);
      put(key, await ready(part));
    };
    if (shown.html === undefined) {
      dressed();
      write(shown.query ?? {});
      return Promise.all(entries.map(each));
    }
    const shownParts = await Promise.all(entries.map(async ([key, part]) => [key, await ready(part)]));
    if (number !== last) return;
    const next = document.createElement("template");
    next.innerHTML = shown.html;
    morph(main(), next.content);
    dressed();
    glassbox.edit?.(); // the files that a reader can edit (web/tab)
    write(shown.query ?? {});
    for (const [key, one] of mounted)
      if (!one.host.isConnected) {
        mounted.delete(key);
        one.end?.();
      }
    for (const [key, part] of shownParts) put(key, part);
  };
  // What a reader has chosen is a step of the browser's history; what a slider passes is not.
  let chosen = false;
  const write = glassbox.write = (query) => {
    const asked = new URLSearchParams(query), now = new URLSearchParams(location.search);
    const way = chosen ? "pushState" : "replaceState";
    chosen = false;
    glassbox.query = query;
    if (glassbox.answered) asked.set("answered", "true");
    asked.sort();
    now.sort();
    if (String(asked) === String(now)) return;
    history[way](history.state, "", `${location.pathname}${asked.size ? `?${asked}` : ""}${location.hash}`);
  };
  function dressed() {
    for (const one of document.querySelectorAll("[data-last]")) one.scrollTop = one.scrollHeight;
  }

  // ---- events ----------------------------------------------------------------------------------------------------
  const widgetOf = (event, kinds) => {
    const one = event.target.closest?.("[data-widget]");
    return one && !one.disabled && kinds.includes(one.dataset.kind) ? one : null;
  };
  function say(one, value, more) {
    chosen = one.dataset.kind !== "slider";
    return glassbox.ask({ key: one.dataset.widget, value, ...more });
  }
  document.addEventListener("click", (event) => {
    const one = widgetOf(event, ["button", "submit", "option", "menu", "download"]);
    if (!one) return;
    const { kind, value, form, required } = one.dataset;
    if (kind === "button") say(one, true);
    else if (kind === "download") glassbox.save(one);
    else if (kind === "menu") {
      one.closest("[popover]").hidePopover();
      say(one, Number(value));
    } else if (kind === "option") {
      if (one.ariaChecked !== "true") say(one, Number(value));
      else if (required === "0") say(one, null);
    } else {
      const ofForm = (field) => field !== one && field.dataset.form === form;
      const fields = [...document.querySelectorAll("[data-form]")].filter(ofForm);
      say(one, true, { fields: Object.fromEntries(fields.map((field) => [field.dataset.widget, field.value])) });
    }
  });
  const committed = (one) => {
    if (one.dataset.sent === one.value || (one.dataset.sent === undefined && one.value === one.defaultValue)) return;
    one.dataset.sent = one.value;
    if (!one.dataset.form) say(one, one.value);
  };
  const widget = (key) => document.querySelector(`[data-widget="${CSS.escape(key ?? "")}"]`);
  // A text for its field, as if the visitor had just typed it.
  glassbox.fill = (key, text) => {
    const field = widget(key);
    if (field?.dataset.kind === "text") field.value = text;
  };
  // An input that was not processed: a choice goes back to what the page shows, and a text can be sent again.
  glassbox.release = (key) => {
    const field = widget(key);
    if (!field) return;
    delete field.dataset.sent;
    if (field.nodeName === "SELECT") for (const option of field.options) option.selected = option.defaultSelected;
    else if (field.type === "checkbox") field.checked = field.defaultChecked;
    else if (field.type === "range" || field.type === "file") field.value = field.defaultValue;
  };
  document.addEventListener("change", async (event) => {
    const one = widgetOf(event, ["select", "toggle", "slider", "text", "file"]);
    if (!one) return;
    const { kind } = one.dataset;
    if (kind === "text") committed(one);
    else if (kind === "select") say(one, Number(one.value));
    else if (kind === "toggle") say(one, one.checked);
    else if (kind === "slider") say(one, Number(one.value));
    else {
      const read = async (file) => ({ name: file.name, data: new Uint8Array(await file.arrayBuffer()) });
      say(one, await Promise.all([...one.files].map(read)));
    }
  });
  document.addEventListener("input", (event) => {
    const one = widgetOf(event, ["slider"]);
    if (one) one.previousElementSibling.textContent = one.dataset.format.replace("%d", one.value);
  });
  document.addEventListener("keydown", (event) => {
    const one = widgetOf(event, ["text", "chat"]);
    if (!one || event.key !== "Enter" || event.isComposing) return;
    if (one.dataset.kind === "chat") {
      if (!one.value.trim()) return;
      const { value } = one;
      one.value = "";
      say(one, value);
    } else if (one.nodeName !== "TEXTAREA" || event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const form = CSS.escape(one.dataset.form ?? "");
      const button = form && document.querySelector(`[data-kind=submit][data-form="${form}"]`);
      button ? button.click() : committed(one);
    }
  });

  // A popover opens under its button.
  document.addEventListener("toggle", ({ target, newState }) => {
    if (!target.matches?.(".stPopoverBody") || newState !== "open") return;
    const button = target.previousElementSibling.getBoundingClientRect(), own = target.getBoundingClientRect();
    const left = Math.max(8, Math.min(button.left, innerWidth - own.width - 8));
    const under = button.bottom + 4 + own.height < innerHeight || button.top < own.height;
    const top = under ? button.bottom + 4 : button.top - own.height - 4;
    Object.assign(target.style, { left: `${left}px`, top: `${top}px` });
  }, true);

  // ---- the address, and other pages --------------------------------------------------------------------------------
  // A scene, or a step back, can belong to another lesson, which is another file.
  const go = (there) => glassbox.turn?.(there) || location.assign(there);
  glassbox.leave = () => mounted.forEach(({ end }) => end?.());
  for (const way of ["pushState", "replaceState"]) {
    const change = History.prototype[way].bind(history);
    history[way] = (state, title, url) => {
      const there = new URL(url ?? location.href, location.href);
      if (there.pathname !== location.pathname) return go(there);
      return change(state, title, there);
    };
  }
  addEventListener("popstate", () => {
    chosen = false;
    glassbox.arrive(Object.fromEntries(new URLSearchParams(location.search)));
  });

  // The speaker's window. It is written here, so that a local page can also communicate with it.
  const open = globalThis.open.bind(globalThis);
  globalThis.open = (url, ...how) => {
    if (url !== "lessons/speaker") return open(url, ...how);
    const there = open("", ...how);
    glassbox.load("code/speaker.js").then(() => (there.document.write(glassbox.speaker), there.document.close()));
    return there;
  };

  // ---- light and dark --------------------------------------------------------------------------------------------
  const html = document.documentElement;
  glassbox.isDark = () => getComputedStyle(html).colorScheme === "dark"
    || (getComputedStyle(html).colorScheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  glassbox.switchTheme = () => {
    html.style.colorScheme = glassbox.isDark() ? "light" : "dark";
    html.dataset.theme = html.style.colorScheme;
    try {
      localStorage.setItem("glassbox-theme", html.dataset.theme);
    } catch {} // the setting lasts as long as the page
    document.body.classList.toggle("themed"); // figures check this class (core.js)
    dispatchEvent(new Event("glassbox:theme"));
  };
  document.querySelector(".theme")?.addEventListener("click", glassbox.switchTheme);
  const themed = () => dispatchEvent(new Event("glassbox:theme"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", themed);
})();
