// "Download the course": puts all files of the site into one ZIP file. The unpacked folder opens without a server, so
// a reader needs no network. Nothing is fetched before the click. files.js (publish.py) lists the files.
(() => {
  const { glassbox } = globalThis;
  const FOLDER = "glassbox-transformer", AT_ONCE = 8;
  const WORDS = {
    share: (done, all) => `${done} of ${all} MB`,
    done: "Unpack the ZIP file, and open index.html in its folder.",
  };
  const mega = (bytes) => Math.round(bytes / 1e6);

  // ---- ZIP: each file as it is, because most of them are packed already ------------------------------------------
  const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
    for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
    return n;
  });
  const sumOf = (bytes) => ~bytes.reduce((sum, byte) => TABLE[(sum ^ byte) & 255] ^ (sum >>> 8), -1) >>> 0;
  // Numbers as little-endian bytes: [value, count of bytes].
  const bytesOf = (...numbers) => Uint8Array.from(numbers.flatMap(([value, count]) =>
    Array.from({ length: count }, (_, n) => Math.floor(value / 256 ** n) & 255)));
  function zip(files) {
    const parts = [], entries = [];
    let at = 0;
    for (const { name, bytes } of files) {
      const path = new TextEncoder().encode(`${FOLDER}/${name}`), size = [bytes.length, 4];
      // Version 2.0, names in UTF-8, not compressed, on the first day that ZIP knows.
      const method = [[20, 2], [0x800, 2], [0, 2], [0, 2], [0x21, 2]];
      const about = [...method, [sumOf(bytes), 4], size, size, [path.length, 2], [0, 2]];
      const head = bytesOf([0x04034b50, 4], ...about);
      entries.push(bytesOf([0x02014b50, 4], [20, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), path);
      parts.push(head, path, bytes);
      at += head.length + path.length + bytes.length;
    }
    const length = entries.reduce((sum, part) => sum + part.length, 0), count = [files.length, 2];
    const end = bytesOf([0x06054b50, 4], [0, 2], [0, 2], count, count, [length, 4], [at, 4], [0, 2]);
    return new Blob([...parts, ...entries, end], { type: "application/zip" });
  }

  // ---- the files ---------------------------------------------------------------------------------------------------
  async function fetched([name, size]) {
    const answer = await fetch(name, { cache: "no-cache" }).catch(() => null);
    const bytes = answer?.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
    if (bytes?.length !== size) throw new Error(await glassbox.reason(name)); // of another version, or lost
    return { name, bytes };
  }
  async function all(tell) {
    await glassbox.script(`files.js?${Date.now()}`);
    const { listed } = glassbox, total = listed.reduce((sum, [, size]) => sum + size, 0), files = [];
    let done = 0;
    const waiting = listed.entries();
    const work = async () => {
      for (const [n, file] of waiting) {
        files[n] = await fetched(file);
        tell(WORDS.share(mega(done += file[1]), mega(total)));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return files;
  }
  const footer = document.querySelector(".offline"), [button, line] = footer.children;
  footer.hidden = !location.protocol.startsWith("http"); // a folder is such a copy already
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const href = URL.createObjectURL(zip(await all((share) => (line.textContent = share))));
      Object.assign(document.createElement("a"), { href, download: `${FOLDER}.zip` }).click();
      line.textContent = WORDS.done;
    } catch ({ message }) {
      line.textContent = message;
    }
    button.disabled = false;
  });
})();
