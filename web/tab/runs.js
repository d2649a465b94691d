// Ended training runs, stored in this browser (IndexedDB), so that they survive a reload: name → { file: bytes } of
// the run's folder. Python gets all of them when it starts, and reports each change.
(() => {
  const { glassbox } = globalThis;
  const STORE = "runs";
  const WORDS = {
    lost: (runs) => `This browser does not store ${runs}. Save the run with “Run, to load elsewhere” before you `
      + "reload or close this page.",
    close: "Close",
  };
  const unsaved = new Set(); // names of runs that only Python's memory has

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

  glassbox.runs = {
    // Without storage there are none.
    all: () => within("readonly", async (store) => {
      const keys = done(store.getAllKeys()), values = await done(store.getAll());
      return Object.fromEntries((await keys).map((name, n) => [name, values[n]]));
    }).catch(() => ({})),

    // New and changed runs; null for a run that was deleted.
    async keep(runs) {
      for (const [name, files] of Object.entries(runs)) {
        unsaved.delete(name);
        if (files && name) unsaved.add(name); // until it is stored
        await within("readwrite", (store) => done(files ? store.put(files, name) : store.delete(name)))
          .then(() => unsaved.delete(name), (error) => console.info(`${name} is not stored: ${error?.message}`));
      }
      if (unsaved.size) glassbox.say(WORDS.lost([...unsaved].join(", ")), null, WORDS.close, () => glassbox.say(""));
    },
    end: () => unsaved.clear(), // with Python
    unsaved: () => unsaved.size > 0,
  };
})();
