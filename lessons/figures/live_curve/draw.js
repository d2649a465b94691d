// The curves of a training run. During the run, the server sends lines of its events (server-sent events), so there
// is no polling. Python is notified of new events at limited intervals and draws them.
import { saidFigure } from "../panels/said.js";

const ACTIVE = ["waiting", "running"];
const REST = 1000; // milliseconds between two notifications

export const draw = saidFigure((self) => {
  let source = null, told = 0, telling = null, lines = 0;
  function tell() {
    telling ??= setTimeout(() => {
      [told, telling] = [performance.now(), null];
      self.options.choose?.({ run: self.header.run, lines });
    }, Math.max(0, told + (source?.rest ?? REST) - performance.now()));
  }
  function end() {
    source?.close();
    clearTimeout(telling);
    [source, telling] = [null, null];
  }
  function follow() {
    const { run, state } = self.header;
    end();
    if (self.options.home !== "app" || !ACTIVE.includes(state)) return;
    const streamlit = document.querySelector('script[src*="static/js/"]');
    if (streamlit) source = new EventSource(new URL(`../../lessons/runs/${run}/events`, streamlit.src));
    else source = globalThis.glassbox?.listen?.(run); // a page without a server trains by itself (web/tab)
    if (!source) return;
    source.addEventListener("state", tell); // also after a text was prepared
    source.onmessage = ({ data }) => ((lines += JSON.parse(data).length), tell());
    source.addEventListener("end", () => {
      end();
      self.options.choose?.({ run, ended: true });
    });
  }
  // The live source knows more than Python did.
  const isFollowed = (before) => before.run === self.header.run && [before, self.header].every(({ state }) => ACTIVE.includes(state));
  follow();
  return { take: (before) => isFollowed(before) || follow(), end };
});
