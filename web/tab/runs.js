// Ended training runs, stored in this browser (IndexedDB), so that they survive a reload: name → { file: bytes } of
// the run's folder. Python gets all of them when it starts, and reports each change.
(() => {
  const { glassbox } = globalThis;
  const STORE = "runs";
  const WORDS = {
    lost: (runs) => `This browser does not store ${runs}. Save the run with “Run, to load elsewhere” before you `
      + "reload or close this page.",
    other: (name, stored) => `Another tab has trained a run of the same name: ${name} is stored as ${stored}.`,
    close: "Close",
  };
  const unsaved = new Set(); // names of runs that only Python's memory has
  // Name of a run in this window's Python → its stored name. It outlives a page, as Python does (turn.js).
  const storedAs = (globalThis.glassboxStoredAs ??= new Map());

  const done = (request) => new Promise((come, fail) => {
    request.onsuccess = () => come(request.result);
    request.onerror = request.onblocked = () => fail(request.error);
  });
  let opened = null;
  const database = () => (opened ??= (async () => {
    const request = indexedDB.open("glassbox", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    return done(request);
  })());
  const within = async (mode, act) => act((await database()).transaction(STORE, mode).objectStore(STORE));

  // Another tab can have stored a run of that name, so the name is chosen in the transaction that stores the run.
  async function put(store, name, files) {
    const names = await done(store.getAllKeys()), task = name.replace(/\d+$/, "");
    const isTaken = name && !storedAs.has(name) && names.includes(name);
    const ofTask = names.filter((other) => other.startsWith(task));
    const last = Math.max(...ofTask.map((other) => Number(other.slice(task.length)) || 0));
    const free = isTaken ? `${task}${last + 1}` : storedAs.get(name) ?? name;
    await done(store.put(files, free));
    storedAs.set(name, free);
    if (isTaken) tell(WORDS.other(name, free));
  }
  const tell = (text) => glassbox.say(text, null, WORDS.close, () => glassbox.say(""));

  glassbox.runs = {
    // Without storage there are none.
    all: () => within("readonly", async (store) => {
      const [names, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
      storedAs.clear();
      for (const name of names) storedAs.set(name, name);
      return Object.fromEntries(names.map((name, n) => [name, values[n]]));
    }).catch(() => ({})),

    // New and changed runs; null for a run that was deleted.
    async keep(runs) {
      for (const [name, files] of Object.entries(runs)) {
        unsaved.delete(name);
        if (files && name) unsaved.add(name); // until it is stored
        const write = (store) => (files ? put(store, name, files) : done(store.delete(storedAs.get(name) ?? name)));
        await within("readwrite", write)
          .then(() => unsaved.delete(name), (error) => console.info(`${name} is not stored: ${error?.message}`));
      }
      if (unsaved.size) tell(WORDS.lost([...unsaved].join(", ")));
    },
    end: () => unsaved.clear(), // with Python
    unsaved: () => unsaved.size > 0,
  };
})();
