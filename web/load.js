// Scripts of the site: classic ones, which a local page can also load; and data, most of which is packed in such
// scripts (packing.py).
(() => {
  const { glassbox } = globalThis;
  const WORDS = {
    old: "This browser cannot unpack the files of this site. Use a browser released in 2023 or later.",
    newer: "A new version of this site was published. Reload the page.",
    lost: (file) => `${file} could not be loaded. Check the network. If the site is a folder, check that the folder is `
      + "complete.",
  };
  const loading = (src) => new Promise((done, failed) => {
    const script = document.createElement("script");
    const ended = (end) => () => (script.remove(), end());
    Object.assign(script, { src, onload: ended(done), onerror: ended(failed) });
    document.head.append(script);
  });
  glassbox.script = (src) => loading(src).catch(async () => {
    throw new Error(await glassbox.reason(src));
  });
  // Why a file could not be loaded. An open page may request files of a version that is gone: version.js, which keeps
  // its name, has the version that is published now (stamp.py).
  glassbox.reason = async (src) => {
    const [file] = String(src).match(/[^/?]*(?=\?|$)/), { version } = document.documentElement.dataset;
    await loading(`${glassbox.root}version.js?${Date.now()}`).catch(() => {}); // there is no network
    return version && (glassbox.published ?? version) !== version ? WORDS.newer : WORDS.lost(file);
  };

  // Each is loaded once; after a failure it can be requested again.
  const once = (make, kept = new Map()) => (name) => {
    if (!kept.has(name)) {
      kept.set(name, make(name));
      kept.get(name).catch(() => kept.delete(name));
    }
    return kept.get(name);
  };
  const here = [...document.scripts].map(({ src }) => src.match(/code\/[^/]+$/)?.[0]);
  const come = new Map(here.filter(Boolean).map((file) => [file, Promise.resolve()]));
  const loaded = once((file) => glassbox.script(glassbox.root + file), come);
  glassbox.load = (file) => loaded(glassbox.names?.[file] ?? file); // code has hashed names (stamp.py)

  // ---- packed data -----------------------------------------------------------------------------------------------
  const MARK = 0xe000;
  let piece = null; // the part that was loaded last
  glassbox.piece = (size, from, text) => (piece = { part: bytesOf(size, text), from });
  function bytesOf(size, text) {
    const units = new Uint16Array(Math.ceil(size / 2));
    for (let n = 0, at = 0; n < units.length; n++, at++) {
      const unit = text.charCodeAt(at);
      units[n] = unit === MARK ? text.charCodeAt(++at) ^ 0x8000 : unit;
    }
    return new Uint8Array(units.buffer, 0, size);
  }
  // From `from` on, these are four-byte numbers: all first bytes, then all second ones, …
  function inOrder(bytes, from) {
    const planes = bytes.slice(from), count = planes.length >> 2;
    for (let n = 0; n < count; n++)
      for (let k = 0; k < 4; k++) bytes[from + 4 * n + k] = planes[k * count + n];
    return bytes;
  }
  // The bytes in these scripts, one after the other; `heard` receives their number so far.
  glassbox.unpacked = async (scripts, heard = () => {}) => {
    if (!globalThis.DecompressionStream) throw new Error(WORDS.old);
    const parts = [];
    let from = 0;
    for (const src of scripts) {
      await glassbox.script(src);
      parts.push(piece.part);
      ({ from } = piece);
      heard(piece.part.length);
    }
    const zipped = new Blob(parts).stream().pipeThrough(new DecompressionStream("gzip"));
    const bytes = new Uint8Array(await new Response(zipped).arrayBuffer());
    return { bytes: inOrder(bytes, from), from };
  };

  // The numbers of a figure, with the omitted arrays restored: the differences of the two before them.
  function whole({ header, spares = [] }, bytes) {
    if (!spares.length) return bytes;
    const given = new Float32Array(bytes.buffer);
    const sizes = header.arrays.map(({ shape }) => shape.reduce((product, size) => product * size, 1));
    const found = new Float32Array(spares.reduce((sum, n) => sum + sizes[n], given.length));
    let taken = 0, at = 0; // positions in the input and in the output
    sizes.forEach((size, n) => {
      if (spares.includes(n))
        for (let k = at; k < at + size; k++) found[k] = found[k - size] - found[k - 2 * size];
      else found.set(given.subarray(taken, (taken += size)), at);
      at += size;
    });
    return new Uint8Array(found.buffer);
  }

  // Some numbers of a figure in their places; the others are NaN until they come.
  function spread({ arrays, came }, bytes) {
    const numbers = new Float32Array(bytes.buffer), { offset, shape } = arrays.at(-1);
    const all = new Float32Array(shape.reduce((product, size) => product * size, 1) + offset).fill(NaN);
    let at = 0;
    for (const [start, count] of came) all.set(numbers.subarray(at, (at += count)), start);
    return new Uint8Array(all.buffer);
  }

  // Data by name: JSON, and the `bytes` of a figure. The page's own script has what it opens with.
  glassbox.read = once(async (name) => {
    if (name in glassbox.data) {
      const { floats, ...told } = glassbox.data[name];
      const bytes = inOrder(glassbox.modules["kit/core.js"].bytesOf(floats ?? ""), 0);
      return told.header ? { ...told, bytes: told.header.came ? spread(told.header, bytes) : bytes } : told;
    }
    const [{ text, floats }, numbers] = await Promise.all(name.split(".").map(file)); // numbers: of a file of their own
    const told = JSON.parse(text);
    return told.header ? { ...told, bytes: whole(told, numbers?.floats ?? floats) } : told;
  });
  const file = once(async (name) => {
    const { bytes, from } = await glassbox.unpacked([`${glassbox.root}data/${name}.js`]);
    return { text: new TextDecoder().decode(bytes.subarray(0, from)), floats: bytes.slice(from) };
  });
})();
