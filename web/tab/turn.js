// Another page of the course in the same window. Python takes seconds to start, and its Worker ends with the page. So
// once Python runs, a link to a page of this site loads that page's HTML and writes it in place of this page: all
// scripts run anew, and only the Worker goes on (`handOver` in tab.js). Otherwise the browser opens the page as usual:
// from a local folder, while Python computes, or if the page cannot be loaded.
(() => {
  const { glassbox } = globalThis;
  const home = new URL(glassbox.root ?? "", location.href).href;
  const PAGE = /^(\w+\/)?(index\.html)?$/; // addresses of lessons and of the course, below `home`

  function isPage({ href, pathname, search, hash }) {
    const address = href.slice(0, href.length - search.length - hash.length);
    const within = address.startsWith(home) && PAGE.test(address.slice(home.length));
    return within && !(hash && pathname === location.pathname && search === location.search);
  }

  // Open the page at that address if it can be done without ending Python, and say whether it can.
  glassbox.turn = (address) => {
    const there = new URL(address, location.href);
    if (location.protocol === "file:" || !isPage(there) || !glassbox.handOver()) return false;
    open(there).catch(() => location.assign(there));
    return true;
  };

  async function open(there, back = false) {
    const answer = await fetch(there.pathname);
    if (!answer.ok || new URL(answer.url).pathname !== there.pathname) throw new Error(answer.status);
    const html = await answer.text();
    if (!glassbox.handOver()) throw new Error("Python computes again"); // meanwhile
    glassbox.leave();
    // page.js wraps history.pushState for addresses on the same page.
    if (!back) History.prototype.pushState.call(history, null, "", there);
    delete globalThis.glassboxFigures; // the state that the figures of a page share
    globalThis.glassboxTurned = true; // the browser's navigation entry is that of an earlier page (core.js)
    document.open(); // removes all listeners of the page and its window
    document.write(html);
    document.close();
  }

  document.addEventListener("click", (event) => {
    const link = event.composedPath().find((node) => node.matches?.("a[href]"));
    const other = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey; // a new tab
    if (!link || other || event.defaultPrevented) return;
    if (link.hasAttribute("download") || !["", "_self"].includes(link.target)) return;
    if (glassbox.turn(link.href)) event.preventDefault();
  });

  // Back and Forward between pages of this window.
  const own = location.pathname;
  addEventListener("popstate", (event) => {
    if (location.pathname === own) return;
    event.stopImmediatePropagation();
    const there = new URL(location.href);
    if (glassbox.handOver()) open(there, true).catch(() => location.reload());
    else location.reload();
  });
})();
