// The curves of a training. While it goes on, lines of its events come from the server (server-sent events), so nobody
// asks again and again; Python hears at most now and then that there are some, and draws them.
import { saidFigure } from "../panels/said.js";

const ACTIVE = ["waiting", "running"];
const REST = 1000; // milliseconds between two tellings

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
    source.addEventListener("state", tell); // also when a text has been prepared
    source.onmessage = ({ data }) => ((lines += JSON.parse(data).length), tell());
    source.addEventListener("end", () => {
      end();
      self.options.choose?.({ run, ended: true });
    });
  }
  // What is being followed knows more than Python did.
  const isFollowed = (before) => before.run === self.header.run && [before, self.header].every(({ state }) => ACTIVE.includes(state));
  follow();
  return { take: (before) => isFollowed(before) || follow(), end };
});
