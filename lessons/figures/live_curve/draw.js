// The curves of a training. While it goes on, lines of its events come from the server (server-sent events), so nobody
// asks again and again; Python hears at most now and then that there are some, and draws them.
import { chartDrawing } from "../kit/chart_drawing.js";

const ACTIVE = ["waiting", "running"];
const REST = 1000; // milliseconds between two tellings

export const draw = chartDrawing((self) => {
  let source = null, followed = null, told = 0, telling = null, lines = 0;
  function tell() {
    telling ??= setTimeout(() => {
      [told, telling] = [performance.now(), null];
      self.options.choose?.({ run: self.header.run, lines });
    }, Math.max(0, told + REST - performance.now()));
  }
  function end() {
    source?.close();
    clearTimeout(telling);
    [source, followed, telling] = [null, null, null];
  }
  function follow() {
    const { run, state } = self.header;
    if (self.options.home !== "app" || !ACTIVE.includes(state)) return end();
    if (followed === run) return; // what is being followed knows more than Python did
    end();
    const streamlit = document.querySelector('script[src*="static/js/"]');
    if (!streamlit) return;
    followed = run;
    source = new EventSource(new URL(`../../lessons/runs/${run}/events`, streamlit.src));
    source.addEventListener("state", tell); // also when a text has been prepared
    source.onmessage = ({ data }) => ((lines += JSON.parse(data).length), tell());
    source.addEventListener("end", () => {
      end();
      self.options.choose?.({ run, ended: true });
    });
  }
  follow();
  return { take: follow, end };
});
