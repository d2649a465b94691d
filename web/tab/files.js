// The files of Python: `glassbox.file(name, heard)` returns the bytes of one, and calls `heard` with the size of each
// part. `pack.py` prepends `PYTHON`, which lists every file with its size, its parts and its hash.
(() => {
  const glassbox = (globalThis.glassbox ??= {});
  const folder = new URL(".", document.currentScript.src);
  const WORDS = {
    here: "this site",
    lost: (name, host) => `${name} could not be loaded from ${host}. Check the network. ` + (host === WORDS.here
      ? "If the site is a local folder, check that it is complete."
      : "The network of a school or company may block this host."),
    hash: (name) => `${name} is the wrong file: its hash differs. Reload the page. If that does not `
      + "help, copy the site again.",
  };

  // The host that a file comes from.
  function hostOf(name) {
    const address = PYTHON.files[name]?.address;
    return address ? new URL(address).host : WORDS.here;
  }
  glassbox.pythonHost = hostOf(PYTHON.begin.find((name) => PYTHON.files[name].address) ?? PYTHON.begin[0]);

  // From scripts beside this one (`glassbox.unpacked`, load.js), or from an address of its own.
  glassbox.file = async (name, heard = () => {}) => {
    const about = PYTHON.files[name];
    let bytes;
    try {
      if (about.address) bytes = await fetched(about, heard);
      else {
        const part = (_, number) => new URL(`${name}.${number}.js?v=${about.hash.slice(7, 15)}`, folder);
        bytes = (await glassbox.unpacked(Array.from({ length: about.parts }, part), heard)).bytes.buffer;
      }
    } catch (error) {
      throw new Error(WORDS.lost(name, hostOf(name)), { cause: error });
    }
    if (globalThis.crypto?.subtle && (await hashOf(bytes)) !== about.hash) throw new Error(WORDS.hash(name));
    return bytes;
  };

  // From another host: the browser itself rejects a file with another hash.
  async function fetched({ address, hash, size }, heard) {
    const answer = await fetch(address, { integrity: hash, credentials: "omit", referrerPolicy: "no-referrer" });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const bytes = await answer.arrayBuffer();
    heard(size);
    return bytes;
  }

  async function hashOf(bytes) {
    const raw = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return `sha256-${btoa(String.fromCharCode(...raw))}`;
  }
})();
