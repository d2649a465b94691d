// The built views: the page at each address of its parts, examples and scenes, before and after the answer to its
// question. `glassbox.built` (LESSON/built.js): { views: address → { at: its data, asks }, pieces: of what several
// →views share, replies: question → the reply to each option, names: widget → its value in an address →→
// its label, first }. Several questions that are answered together are one: "key key".
(() => {
  const { glassbox } = globalThis;
  const built = glassbox.built ?? { views: {}, replies: {}, names: {} };
  const answers = {}; // question → the chosen option, of each of several questions, or "show"
  const picked = {}; // the same, of questions that are answered together: key → option
  const events = []; // what Python must process first when it starts
  let python = false; // whether Python draws the page from now on
  let here = null; // the current view: { address, asks, canAnswer, charts }
  let opening = null; // the address of the view that is being opened, or was opened last
  let leads = {}; // events that lead from here to a view

  const addressOf = (query) => JSON.stringify(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)));
  // An address as the page itself writes it: an option by its title, and no default option.
  function canonical(query) {
    const kept = {};
    for (const [key, said] of Object.entries(query)) {
      const names = built.names[key];
      if (!names) continue;
      const value = names[said] === undefined ? said : names[said];
      if (value !== null) kept[key] = value;
    }
    return kept;
  }

  // ---- a built view ---------------------------------------------------------------------------------------------
  const open = (...given) => opened(...given).catch(({ message }) => {
    opening = here.address; // what could not be read can be chosen again
    console.warn(message);
    bar(message);
  });
  async function opened(address, kept = {}) {
    const { at, asks } = built.views[address];
    opening = address;
    const answered = asks in answers || (asks && glassbox.answered), told = answered && built.replies[asks];
    const read = (name) => name && glassbox.read(name);
    const [view, { pieces }, replies] = await Promise.all([at, built.pieces, told].map(read));
    if (opening !== address) return; // a later choice, or a step back, has opened another one
    const one = (answered && view.answered) || view.plain;
    const reply = replies && replyTo(replies, asks);
    const html = one.pieces.map((piece) => {
      const [of, text] = typeof piece === "number" ? pieces[piece] : piece;
      return reply && of === `${glassbox.page}-predict` ? reply.html : text;
    }).join("");
    here = { charts: one.charts, canAnswer: view.answered, address, asks };
    leads = { ...kept, ...view.next };
    await glassbox.show({ html, query: view.query, components: { ...one.components, ...reply?.components } });
    for (const key of Object.keys(picked)) check(key);
    bar(null);
  }
  // Of several questions each column has the reply to its own option.
  function replyTo(replies, asks) {
    const picks = answers[asks] ?? "show";
    if (!Array.isArray(picks)) return replies[picks];
    const drawn = picks.map((option) => {
      const page = document.createElement("template");
      page.innerHTML = replies[option].html;
      return page;
    });
    const column = (n, key) => drawn[n].content.querySelector(`[data-name="column-${CSS.escape(key)}"]`);
    asks.split(" ").forEach((key, n) => n && column(0, key).replaceWith(column(n, key)));
    return { html: drawn[0].innerHTML, components: replies[picks[0]].components };
  }
  function check(key) {
    for (const pill of document.querySelectorAll(`[data-widget="${CSS.escape(key)}"]`))
      pill.ariaChecked = String(Number(pill.dataset.value) === picked[key]);
  }

  // ---- actions -----------------------------------------------------------------------------------------------------
  const nameOf = ({ key, trigger, value }) => `${key}${trigger ? `:${trigger}` : ""}=${JSON.stringify(value)}`;
  glassbox.ask = (event) => {
    if (python) return draw(event);
    const question = event.key?.match(/^(?:predict|show)-(.+?)(?:-(\d+))?$/);
    if (question && here?.asks && event.key.includes(here.asks) && here.canAnswer) return answer(event, here.asks);
    if (/-answer-/.test(event.key) && here?.canAnswer && here.asks.includes(event.key)) return pick(event, here.asks);
    const address = leads[nameOf(event)] ?? typed(event);
    if (address && built.views[address]) {
      const same = Object.entries(leads).filter(([name]) => name.startsWith(`${event.key}=`) || isPart(name));
      return open(address, Object.fromEntries(same));
    }
    if (event.trigger === "chosen" && glassbox.chartGoes(event, here ?? {})) return;
    if (!navigator.userActivation?.isActive && event.trigger) return; // sent by the figure itself
    return needs(event);
  };
  const isPart = (name) => name.startsWith(`${glassbox.page}-part=`);
  function answer(event, asks) {
    answers[asks] = event.key.startsWith("show-") ? "show" : event.key.slice(`predict-${asks}-`.length);
    events.push(event);
    return open(here.address, leads);
  }
  function pick(event, asks) {
    const keys = asks.split(" ");
    picked[event.key] = event.value;
    events.push(event);
    check(event.key);
    if (keys.some((key) => typeof picked[key] !== "number")) return;
    answers[asks] = keys.map((key) => picked[key]);
    return open(here.address, leads);
  }
  // A text or a choice in the address.
  const isText = (event) => event?.key in built.names && typeof event.value === "string";
  const typed = (event) =>
    isText(event) ? addressOf(canonical({ ...glassbox.query, [event.key]: event.value })) : null;

  // A chart at another place, or larger: all places were built.
  glassbox.chartGoes = ({ key, value }, { charts }) => {
    const told = charts?.[key];
    if (!told || !value?.place) return false;
    const place = told.redraws.map((name) => value.place[name]).join("/");
    glassbox.read(told.at).then((places) => {
      if (places[place]) glassbox.redrawn(key, places[place], value);
    }).catch(({ message }) => bar(message));
    return true;
  };

  // ---- Python ----------------------------------------------------------------------------------------------------
  const words = {
    needs: (host) => `This action needs Python, which this tab can load (13 MB, once, from ${host}).`,
    load: "Load Python",
    later: "Not now",
    without: "This action needs Python. Install the course on a computer: run git clone, then make app in its folder.",
    paper: "In a tab, figures are saved as HTML. PNG, SVG and PDF need matplotlib, which is not available here: "
      + "install the course on a computer (run git clone, then make app in its folder).",
  };
  const memory = { get: (key) => { try { return sessionStorage.getItem(key); } catch { return null; } },
    set: (key, value) => { try { sessionStorage.setItem(key, value); } catch {} } }; // otherwise the page asks again
  function needs(event, act = draw) {
    if (glassbox.python) return loaded.then(() => needs(event, act), ({ message }) => bar(message));
    if (!glassbox.send) return bar(words.without);
    const begin = () => (memory.set("glassbox-python", "yes"), bar(null), act(event));
    if (memory.get("glassbox-python") || glassbox.hasPython()) return begin();
    const later = () => (bar(null), glassbox.release(event.key)); // the same input asks again
    return bar(words.needs(glassbox.pythonHost), [[words.load, begin], [words.later, later]]);
  }
  // From now on Python draws the page; first it processes the answers given here.
  const loaded = new Promise((done) => addEventListener("load", done)) // Python's script comes when the page stands
    .then(() => glassbox.python && glassbox.load(glassbox.python))
    .then(() => ((glassbox.python = ""), glassbox.edit?.())); // edit: the files that a reader can edit
  let fresh = true;
  glassbox.before = () => (fresh ? ((fresh = false), [...events]) : []);
  async function draw(event) {
    python = true;
    if (isText(event)) glassbox.write({ ...glassbox.query, [event.key]: event.value }); // a reload keeps it
    const page = document.querySelector("[data-testid=stApp]");
    page.dataset.testScriptState = "running"; // Present waits for this (stage.js)
    try {
      await glassbox.show(await glassbox.send(event));
    } catch (error) {
      if (!glassbox.hasPython?.()) fresh = true; // it was stopped, and restarts at the next click
      glassbox.release(event?.key);
      console.warn(error.message);
    } finally {
      page.dataset.testScriptState = "notRunning";
    }
  }
  glassbox.again = (event) => (event?.file ? take(event) : draw(event));
  glassbox.rerun = () => draw(null);
  glassbox.bar = bar;
  function bar(sentence, buttons = []) {
    let line = document.querySelector(".python");
    if (!sentence) return line?.remove();
    if (!line) {
      line = document.createElement("div");
      line.className = "python";
      line.setAttribute("role", "status");
      document.body.append(line);
    }
    const made = (tag, more) => Object.assign(document.createElement(tag), more);
    const press = ([textContent, onclick]) => made("button", { textContent, onclick });
    const said = made("span", { textContent: sentence });
    const close = made("button", { textContent: "✕", ariaLabel: "Close", onclick: () => bar(null) });
    line.replaceChildren(said, ...(buttons.length ? buttons.map(press) : [close]));
  }
  // A download: built files are there, and Python makes the others from the current page.
  glassbox.save = ({ dataset: { file, widget: key } }) => {
    if (file.endsWith(".ipynb")) return download(file, file);
    if (/\.(png|svg|pdf)$/.test(file)) return bar(words.paper);
    return python ? take({ key, file }) : needs({ key, file }, take);
  };
  async function take(event) {
    if (!python) await draw(null);
    const bytes = await glassbox.send(event).catch(({ message }) => console.warn(message));
    if (bytes) download(URL.createObjectURL(new Blob([bytes])), event.file);
  }
  const download = (href, name) => Object.assign(document.createElement("a"), { href, download: name }).click();

  // ---- the address -----------------------------------------------------------------------------------------------
  glassbox.arrive = (query, opens = false) => {
    if (python) return draw({ query });
    glassbox.answered = query.answered === "true";
    const address = addressOf(canonical(query));
    if (built.views[address]) return !opens && opening === address ? undefined : open(address);
    return nearest(query).then(() => needs({ query }));
  };
  // The part that the address names, with its example; a text of the reader is in its field, and stays in the address.
  async function nearest(query) {
    const isBuilt = ([key, value]) => Object.values(built.names[key] ?? {}).includes(value);
    const known = Object.entries(canonical(query)).filter(isBuilt);
    const part = known.filter(([key]) => key === `${glassbox.page}-part`);
    const addresses = [known, part].map((pairs) => addressOf(Object.fromEntries(pairs)));
    const address = addresses.find((name) => built.views[name]);
    if (opening !== address) await open(address);
    for (const [key, value] of Object.entries(query)) glassbox.fill(key, value);
    glassbox.write(query);
  }

  // ---- start -----------------------------------------------------------------------------------------------------
  const { first } = built;
  glassbox.query = {};
  here = { address: first.address, asks: built.views[first.address]?.asks, canAnswer: true, charts: first.charts };
  opening = first.address;
  leads = first.next;
  const asked = Object.fromEntries(new URLSearchParams(location.search));
  glassbox.answered = asked.answered === "true";
  const begins = glassbox.show({ components: first.components, query: asked });
  if (Object.keys(asked).length) glassbox.arrive(asked, true);
  const page = document.querySelector("[data-testid=stApp]");
  begins.catch(({ message }) => bar(message)).then(() => page?.setAttribute("data-drawn", ""));
  Promise.allSettled([begins, loaded]).then(() => {
    const used = memory.get("glassbox-python") && glassbox.page !== "course";
    if (used) (globalThis.requestIdleCallback ?? setTimeout)(() => glassbox.warm?.());
  });
})();
