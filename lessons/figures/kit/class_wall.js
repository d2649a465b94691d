// The wall of a class that votes (lessons/host/classroom): the QR code, how many have answered, and, after the second
// vote, both distributions. One key or button goes on: open the vote, close it, open the second, close it.
import { node, put, say } from "./core.js";

export const WALL_LOOK = `
.vote { position: fixed; inset: auto 0 calc(30px * var(--u)); z-index: 999985; display: flex; box-sizing: border-box;
  gap: calc(24px * var(--u)); align-items: center; padding: calc(8px * var(--u)) calc(30px * var(--u));
  font: calc(20px * var(--u))/1.3 var(--st-font, Inter, "Segoe UI", system-ui, sans-serif); color: var(--ink);
  background: var(--ground); border-top: 1px solid var(--soft); }
.vote[hidden] { display: none; }
.vote .code { width: calc(130px * var(--u)); height: calc(130px * var(--u)); flex: none; background: #fff; }
.vote p { margin: 0; }
.vote .count { font-size: 1.4em; font-weight: 700; font-variant-numeric: tabular-nums; }
.vote table { border-spacing: calc(10px * var(--u)) 0; font-size: .85em; }
.vote td.bar { width: calc(160px * var(--u)); }
.vote .bar i { display: block; height: calc(7px * var(--u)); margin: 2px 0; background: var(--soft); }
.vote .bar i + i { background: var(--ink); }
.vote td.number { text-align: right; font-variant-numeric: tabular-nums; }
`;

async function commandVote(name, values = {}) {
  const headers = { "Content-Type": "application/json" }, body = JSON.stringify(values);
  const answer = await fetch(new URL(`class/host/${name}`, document.baseURI), { method: "POST", headers, body });
  const told = await answer.json();
  return answer.ok ? told : { why: told.why };
}

// `words` as in stage.py; `shows()`: whether the page presents; `resized()`: the scene has more or less room.
// Returns { root, next(), paint(), hide() }.
export function classWall(words, shows, resized) {
  const root = node("div", { class: "vote", role: "status", hidden: "" });
  let now = { number: 0 }, code = null, why = "", events = null, wanted = false, height = 0;

  async function readCode() {
    const address = new URL("class", document.baseURI).href;
    const url = new URL(`class/qr?${new URLSearchParams({ address })}`, document.baseURI);
    code = await (await fetch(url)).json();
    paint();
  }
  function listen() {
    if (events) return;
    events = new EventSource(new URL("class/wall", document.baseURI));
    events.onmessage = ({ data }) => ((now = JSON.parse(data)), paint());
  }
  const options = () =>
    [...document.querySelectorAll('[class*="st-key-options-"] [class*="st-key-predict-"] button')].map((button) =>
      button.textContent.replace(/^[✓✗] /, ""));
  const bar = (share) => node("i", { style: `width: ${100 * share}%` });
  function table() {
    const most = Math.max(1, ...now.counts.flat()), names = options();
    return node("table", {}, now.counts[0].map((_, option) => node("tr", {},
      node("td", {}, names[option] ?? `${option + 1}`),
      node("td", { class: "bar" }, now.counts.map((counts) => bar(counts[option] / most))),
      node("td", { class: "number" }, now.counts.map((counts) => counts[option]).join(" → ")))));
  }
  function paint() {
    root.hidden = !shows() || !wanted || now.uncovered; // the answer needs the room
    if (!root.hidden) fill();
    if (height !== (height = root.offsetHeight)) resized();
  }
  function fill() {
    const picture = code && node("img", {
      class: "code", alt: words.vote_code, src: `data:image/svg+xml,${encodeURIComponent(code.svg)}` });
    const state = now.open ? words.vote_open : words.vote_closed;
    put(root, now.open || !now.number ? picture : null, node("div", {},
      why ? node("p", {}, why) : null,
      now.open || !now.number ? node("p", {}, code?.address ?? "") : null,
      now.number ? node("p", {}, say(state, { round: now.round })) : null,
      now.number ? node("p", { class: "count" }, say(words.vote_count, { count: now.answered })) : null),
    now.counts?.length ? table() : null);
  }
  // Open, close, open, close; then nothing is left but the answer.
  async function next() {
    wanted = true;
    listen();
    if (!code) readCode();
    ({ why = "" } = await commandVote(now.open ? "close" : "open"));
    paint();
  }
  return { root, next, paint, hide: () => ((wanted = false), paint()) };
}
