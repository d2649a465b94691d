// The captions of the captioners: their words, one of which is chosen.
import { node, say } from "./core.js";
import { press, rich } from "./widgets.js";

// A captioner's row: its name, its measured values, and its words as buttons.
export function captionRow(self, model, at) {
  const { state, header: { words } } = self, tells = model.tells ? "telling" : "";
  const tile = (word, k) => press(word, () => self.goTo({ model: at, word: k }), {
    "aria-pressed": at === state.model && k === state.word, class: model.wrong[k] ? "wrong" : "",
    title: model.wrong[k] ? words.wrong : null,
  });
  return node("div", { class: `row${at === state.model ? " on" : ""}` },
    press(model.title, () => self.goTo({ model: at }), { class: "name" }),
    node("div", { class: tells },
      node("span", { class: "score", style: "margin:0" }, model.said),
      node("div", { class: "said-words", role: "group", "aria-label": words.sentence },
        model.words.length ? model.words.map(tile) : node("span", { class: "score" }, words.nothing))));
}

// Lines [sentence, its numbers] below, or only the problem; and the correct caption if the chosen one is wrong.
export function told(self, lines) {
  const { models, right, problem, words } = self.header, model = models[self.state.model];
  if (problem) return [node("p", { class: "verdict bad", role: "status" }, problem)];
  const all = [...lines, right && model.wrong.some(Boolean) ? [words.right, { right }] : null];
  const look = `told${model.tells ? " telling" : ""}`;
  return all.map((line) => (line ? node("p", { class: look }, rich(say(...line))) : null));
}

export const CAPTION_STYLE = `
.says { flex: 1 1 300px; min-width: 0; display: grid; gap: 14px; }
.says .row { border-left: 3px solid var(--line); padding: 1px 0 1px 12px; }
.says .row.on { border-color: var(--text); }
.gb .says .name { border: 0; background: none; padding: 0; font-size: 14px; font-weight: 600; text-align: left; }
.says .score { color: var(--soft); font-size: 13px; margin-left: 8px; }
.said-words { display: flex; flex-wrap: wrap; gap: 4px; margin-top: 5px; }
.gb .said-words button { padding: 3px 8px; font-size: 15px; }
.gb .said-words button[aria-pressed=true] { border-color: var(--text); background: var(--panel); }
.gb .said-words .wrong { text-decoration: underline wavy var(--negative); text-underline-offset: 3px; }
`;
