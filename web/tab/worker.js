// Python in a Worker: Pyodide, numpy, and the pages of the app. `tab.js` creates it, sends it all files, and ends it.
// Messages in: { kind: "begin", files, names, later, page, runs }, { kind: "event", id, events, files, answers, page,
// query, visit }, { kind: "file", name, data }. Out: ready, shown, needs, news, runs, failed.
const tell = (kind, more = {}, moved = []) => postMessage({ kind, ...more }, moved);
const NOWHERE = "https://nowhere.invalid/"; // Pyodide requests files by address, but all of them are already here
const TYPES = { wasm: "application/wasm", json: "application/json" };
// A local page cannot start a module worker; Pyodide requests one, but needs only its `import`.
globalThis.importScripts = () => {
  throw new TypeError("The worker does not fetch files");
};
const given = new Map(); // name → bytes
let python = null, desk = null, open = -1, waiting = null, turning = false, busy = Promise.resolve();

const address = (name, type) => URL.createObjectURL(new Blob([given.get(name)], { type }));

globalThis.fetch = async (what) => {
  const name = decodeURIComponent(String(what.url ?? what).split("/").pop());
  if (!given.has(name)) throw new TypeError(`${name} is not among the files of Python`);
  const type = TYPES[name.split(".").pop()] ?? "application/octet-stream";
  return new Response(given.get(name), { headers: { "content-type": type } });
};

async function begin({ files, names, later, page, runs }) {
  const times = { begin: performance.now() }, stamp = (name) => (times[name] = performance.now());
  for (const [name, data] of Object.entries(files)) given.set(name, data);
  const { loadPyodide } = await import(address("pyodide.mjs", "text/javascript"));
  const { default: createPyodideModule } = await import(address("pyodide.asm.mjs", "text/javascript"));
  python = await loadPyodide({
    indexURL: NOWHERE, packageBaseUrl: NOWHERE, stdLibURL: `${NOWHERE}python_stdlib.zip`, createPyodideModule,
    lockFileContents: new TextDecoder().decode(given.get("pyodide-lock.json")),
  });
  stamp("python");
  await python.loadPackage(names.map((name) => NOWHERE + name), { checkIntegrity: false, messageCallback: () => {} });
  python.unpackArchive(given.get("project.zip"), "zip", { extractDir: "/project" });
  bring(given.get(`answers-${page}`));
  given.clear();
  for (const [name, parts] of Object.entries(runs)) restore(name, parts);
  stamp("files");
  python.runPython(`import sys; sys.path[:0] = ["/project/web/python", "/project"]`);
  python.pyimport("web.tab.desk").begin(python.toPy(later));
  stamp("desk");
  tell("ready", { times });
}

// Results that the build has computed for the first view of a page.
function bring(answers) {
  if (answers) python.FS.writeFile("/project/answers.bin", new Uint8Array(answers));
}

// ---- training runs, which the browser stores (runs.js): the files of each folder -----------------
const RUNS = "/project/runs";
function restore(name, parts) {
  for (const [part, bytes] of Object.entries(parts)) {
    const file = `${RUNS}/${name}/${part}`;
    python.FS.mkdirTree(file.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(file, bytes);
  }
}
function store() {
  const changed = JSON.parse(python.pyimport("web.tab.desk").stored());
  const runs = Object.entries(changed).map(([name, parts]) => [
    name, parts && Object.fromEntries(parts.map((part) => [part, python.FS.readFile(`${RUNS}/${name}/${part}`)])),
  ]);
  if (runs.length) tell("runs", { runs: Object.fromEntries(runs) });
}

// A request that needs weights is repeated when they have been loaded.
async function answer({ id, events, files, answers, page, query, visit }) {
  bring(answers);
  if (visit !== open) { // the first request of a page
    desk?.destroy();
    desk = null;
    desk = python.pyimport("web.tab.desk").Desk(page, python.toPy(query));
    open = visit;
  }
  let asked = JSON.stringify(events), written = JSON.stringify(files);
  for (;;) {
    const made = desk.handle(asked, written);
    const [text, blobs] = made.toJs({ create_proxies: false });
    made.destroy();
    const told = JSON.parse(text);
    if (!told.needs) {
      tell("shown", { id, shown: told, blobs }, blobs.map((bytes) => bytes.buffer));
      return store();
    }
    const { needs: name, at } = told;
    const data = await new Promise((come) => {
      waiting = come;
      tell("needs", { name });
    });
    asked = told.again;
    python.FS.writeFile(at, new Uint8Array(data));
    written = "{}";
  }
}

// A training run uses the Worker between two requests.
function turn() {
  turning = true;
  setTimeout(() => {
    busy = busy.then(() => {
      turning = false;
      const news = JSON.parse(python.pyimport("web.tab.desk").turn());
      if (news) {
        tell("news", { news });
        if (news.ended) store();
        turn();
      }
    }).catch(failed);
  });
}

// After a Python exception, the Worker continues. After anything else, or if memory has run out (it never
// shrinks), Python is unreliable: `broken`.
const MOST = 2 ** 31 - 2 ** 24; // bytes
function failed(error, id) {
  const full = (python?._module?.HEAPU8?.length ?? 0) > MOST || /MemoryError|RangeError|memory/i.test(error?.message);
  const broken = full || !desk || error?.constructor?.name !== "PythonError";
  tell("failed", { id, full, broken, error: String(error?.message ?? error) });
}

onmessage = ({ data }) => {
  if (data.kind === "file") {
    waiting?.(data.data);
    waiting = null;
    return;
  }
  const work = data.kind === "begin" ? () => begin(data) : () => answer(data);
  const goOn = () => data.kind === "event" && !turning && turn();
  busy = busy.then(work).then(goOn).catch((error) => failed(error, data.id));
};
