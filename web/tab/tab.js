// The page's side of Python in the tab: it starts the Worker at the first request, shows its progress, and stops it.
// `glassbox.send(event)` → a promise of what the page shows now, or, if the event is `{ key, file }`, of the bytes of
// a download button. `PYTHON` lists the files (files.js).
(() => {
  const glassbox = (globalThis.glassbox ??= {});
  const LARGEST = 2 ** 20; // bytes, of an uploaded file
  const SLOW = 10_000, SHOWN = 400; // milliseconds until Stop is offered, and until a wait is shown
  const WORDS = {
    loading: (done, all) => `Python is loading: ${done} of ${all} MB`,
    begins: "Python is starting …",
    computes: "Python is computing …",
    endless: (s) => `Python has been computing for ${s} s. If this is an endless loop, stop Python. Your text is kept.`,
    stop: "Stop",
    again: "Try again",
    stopped: "Python was stopped. Python restarts at the next click.",
    old: "Python in a tab needs Worker and WebAssembly, which this browser lacks. "
      + "Use a browser released in 2023 or later.",
    disk: "This browser does not start Python from a local file. Open the file in Chrome, Edge or Firefox, or put the "
      + "site on a web server.",
    memory: "Python ran out of memory and was stopped. Your text is kept. Try a shorter sentence, or "
      + "close other tabs.",
    large: (mb) => `This file is ${mb} MB, but a tab reads at most 1 MB. Install the course on a computer: `
      + "run git clone, then make app in its folder.",
    failed: (why) => `Python could not answer: ${why}`,
  };

  // ---- messages ----------------------------------------------------------------------------------
  const line = document.createElement("div"), text = document.createElement("span");
  const bar = document.createElement("progress"), button = document.createElement("button");
  line.className = "glassbox-python";
  line.setAttribute("role", "status");
  button.type = "button";
  line.append(text, bar, button);
  line.hidden = true;

  function say(sentence, share = null, press = WORDS.stop, act = () => stop()) {
    if (!line.isConnected) document.body.append(line);
    line.hidden = !sentence;
    text.textContent = sentence;
    bar.hidden = share === null;
    if (share !== null) bar.value = share;
    button.hidden = !press;
    button.textContent = press;
    button.onclick = act;
  }

  glassbox.say = say;

  // ---- the Worker --------------------------------------------------------------------------------
  const project = PYTHON.files["project.zip"]?.hash;
  let worker = null, ready = null, number = 0;
  let visit = 0; // the number of this page in the window
  let computes = false; // Python has started
  let quiet = false; // it is starting in the background
  let sent = new Map(); // file → Python's version of the text
  let pages = new Set(); // the pages whose stored results Python has
  const asked = new Map(); // number → { come, fail }

  function begun() {
    if (ready) return ready;
    const own = begin().catch((error) => {
      if (ready === own) ready = null; // after Stop, another one may have started
      throw error;
    });
    return (ready = own);
  }

  async function begin() {
    if (!globalThis.Worker || !globalThis.WebAssembly || !globalThis.DecompressionStream) throw new Error(WORDS.old);
    const files = {}, { page } = where();
    const names = [...PYTHON.begin, `answers-${page}`].filter((name) => name in PYTHON.files);
    const all = names.reduce((sum, name) => sum + PYTHON.files[name].size, 0);
    let done = 0, over = false;
    glassbox.size = all; // for benchmarks, as `times`
    const mega = (bytes) => (bytes / 2 ** 20).toFixed(0);
    const heard = (bytes) => {
      if (over) throw new Error(WORDS.stopped); // do not load the rest
      done += bytes;
      if (!quiet) say(WORDS.loading(mega(done), mega(all)), done / all);
    };
    heard(0);
    const stops = new Promise((_, fail) => (stopped = (why) => ((over = true), fail(new Error(why)))));
    for (const name of names) files[name] = await Promise.race([glassbox.file(name, heard), stops]);
    const runs = await Promise.race([glassbox.runs.all(), stops]);
    if (!quiet) say(WORDS.begins);
    worker = new Worker(URL.createObjectURL(new Blob([PYTHON.worker], { type: "text/javascript" })));
    pages = new Set([page]);
    return new Promise((come, fail) => {
      listen(come);
      const given = { kind: "begin", files, names: PYTHON.packages, later: PYTHON.later, page, runs };
      worker.postMessage(given, Object.values(files));
      stopped = (why) => fail(new Error(why));
    });
  }

  function listen(come) {
    worker.onmessage = ({ data }) => told(data, come);
    worker.onerror = ({ message }) => stop(reason({ error: message }));
  }

  // Another page of the course in this window (turn.js) goes on with the Worker of the page before it.
  glassbox.handOver = () => {
    if (!computes || asked.size) return false;
    globalThis.glassboxPython = { worker, number, sent, pages, project, visit: visit + 1 };
    return true;
  };
  function takeOver() {
    const before = globalThis.glassboxPython;
    delete globalThis.glassboxPython;
    if (before?.project !== project) before?.worker.terminate(); // the site has been published anew
    else if (before) {
      ({ worker, number, sent, pages, visit } = before);
      computes = true;
      ready = Promise.resolve();
      listen(() => {});
    }
  }

  let stopped = () => {};

  // The open page and its address.
  function where() {
    const query = Object.fromEntries(new URLSearchParams(location.search));
    return { page: document.body.dataset.page ?? "course", query, visit };
  }

  function told(data, come) {
    const one = asked.get(data.id);
    if (data.kind === "ready") {
      stopped = () => {};
      computes = true;
      glassbox.times = data.times; // for benchmarks
      if (!quiet) say("");
      quiet = false;
      come();
    } else if (data.kind === "needs") {
      const pass = (bytes) => worker?.postMessage({ kind: "file", name: data.name, data: bytes }, [bytes]);
      glassbox.file(data.name).then(pass)
        .catch(({ message }) => stop(message));
    } else if (data.kind === "news") glassbox.trainings.hear(data.news);
    else if (data.kind === "runs") glassbox.runs.keep(data.runs);
    else if (data.kind === "shown") {
      asked.delete(data.id);
      if (data.shown.file) return one?.come(data.blobs[0]);
      for (const part of Object.values(data.shown.components)) {
        if ("bytes" in part) part.data = data.blobs[part.bytes];
      }
      one?.come(data.shown);
    } else if (data.broken) stop(reason(data));
    else if (one) {
      asked.delete(data.id);
      one.fail(new Error(reason(data)));
    }
  }

  // The last line of a traceback names the error.
  function reason({ error, full }) {
    const last = String(error ?? "").trim().split("\n").at(-1);
    if (/cross-origin script load denied/i.test(last)) return WORDS.disk; // WebKit
    return full ? WORDS.memory : WORDS.failed(last || "it ended without an error message");
  }

  function stop(why = WORDS.stopped) {
    worker?.terminate();
    worker = ready = null;
    computes = false;
    stopped(why);
    for (const { fail } of asked.values()) fail(new Error(why));
    asked.clear();
    sent.clear();
    glassbox.trainings.end();
    glassbox.runs.end();
  }

  // ---- for the page ------------------------------------------------------------------------------
  function written() {
    const files = {};
    for (const [name, text] of Object.entries(glassbox.files?.() ?? {})) {
      if (sent.get(name) !== text) files[name] = text;
    }
    for (const name of sent.keys()) if (!(name in (glassbox.files?.() ?? {}))) files[name] = null;
    return files;
  }

  // An uploaded file, as JSON.
  function plain(event) {
    const data = event?.value?.data;
    if (!(data instanceof Uint8Array)) return event;
    if (data.length > LARGEST) throw new Error(WORDS.large((data.length / LARGEST).toFixed(1)));
    return { ...event, value: { ...event.value, data: [...data] } };
  }

  // What the build has computed for this page, which Python gets once.
  async function opening() {
    const { page } = where(), name = `answers-${page}`;
    if (pages.has(page) || !(name in PYTHON.files)) return null;
    const bytes = await glassbox.file(name);
    pages.add(page);
    return bytes;
  }

  // `glassbox.before` has the events that the page has handled itself: Python must process them first.
  async function post(id, event) {
    const answers = await opening(), files = written();
    for (const [name, text] of Object.entries(files)) text === null ? sent.delete(name) : sent.set(name, text);
    return new Promise((come, fail) => {
      asked.set(id, { come, fail });
      const events = [...(glassbox.before?.() ?? []), ...(event ? [event] : [])];
      worker.postMessage({ kind: "event", id, events, files, answers, ...where() });
      timed(id);
    });
  }

  // Say how long Python has been computing; loading and starting do not count.
  function timed(id) {
    const since = performance.now();
    const timer = setInterval(() => {
      const passed = performance.now() - since;
      if (!asked.has(id)) clearInterval(timer);
      else if (passed > SLOW) say(WORDS.endless(Math.round(passed / 1000)));
      else if (passed > SHOWN) say(WORDS.computes);
    }, 200);
  }

  glassbox.send = async (event) => {
    try {
      const said = plain(event);
      if (quiet) say(WORDS.begins);
      quiet = false;
      await begun();
      const shown = await post(++number, said);
      if (!asked.size) say("");
      return shown;
    } catch (error) {
      say(error.message, null, WORDS.again, () => (say(""), glassbox.again?.(event)));
      throw error;
    }
  };
  glassbox.stop = stop;
  // The visitor agreed to load Python on an earlier page, so it is started in advance.
  glassbox.warm = () => {
    if (ready) return;
    quiet = true;
    begun().catch(({ message }) => console.info(message)); // an error is shown when Python is needed
  };
  glassbox.hasPython = () => worker !== null;
  takeOver();
})();
