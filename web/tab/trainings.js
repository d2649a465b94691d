// Training in the tab: pages listen to a run as to the app's server (`glassbox.listen`), and tab.js passes on Python's
// events. Training ends with Python; runs.js stores runs that have ended.
(() => {
  const { glassbox } = globalThis;
  const KEPT = "glassbox-training";
  const WORDS = {
    ended: (run) => `The training run ${run} is lost, because its page was closed or Python was stopped before the `
      + "training ended. Train the model again.",
    close: "Close",
  };
  const listeners = new Map(); // name of a run → its listeners
  let running = "";

  // Its name is in this tab's storage, so that the next page knows of it.
  function note(run) {
    running = run;
    try {
      run ? sessionStorage.setItem(KEPT, run) : sessionStorage.removeItem(KEPT);
    } catch { /* storage is switched off */ }
  }
  function noted() {
    try {
      return sessionStorage.getItem(KEPT);
    } catch {
      return null;
    }
  }

  const of = (run) => listeners.get(run) ?? listeners.set(run, new Set()).get(run);
  glassbox.trainings = {
    hear({ run, lines, told, ended }) {
      note(ended ? "" : run);
      for (const one of [...of(run)]) one.hear(lines, told, ended);
    },
    // Training has ended; the curves stay as they are.
    end() {
      const run = running || noted();
      listeners.clear();
      note("");
      if (run) setTimeout(() => glassbox.say(WORDS.ended(run), null, WORDS.close, () => glassbox.say("")));
    },
  };
  addEventListener("beforeunload", (event) => (running || glassbox.runs.unsaved()) && event.preventDefault());
  if (glassbox.hasPython()) running = noted() ?? ""; // it goes on from page to page (turn.js)
  else addEventListener("DOMContentLoaded", glassbox.trainings.end);

  // What an EventSource is in the app: `onmessage`, "state" and "end", until `close`.
  class Story extends EventTarget {
    rest = 4000; // milliseconds between two updates, because Python draws and trains in turn
    constructor(run) {
      super();
      this.run = run;
      of(run).add(this);
    }
    hear(lines, told, ended) {
      if (told !== this.last) this.dispatchEvent(new Event("state"));
      this.last = told;
      if (lines !== "[]") this.onmessage?.({ data: lines });
      if (ended) this.dispatchEvent(new Event("end"));
    }
    close() {
      of(this.run).delete(this);
    }
  }
  glassbox.listen = (run) => new Story(run);
})();
