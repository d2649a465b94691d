// What a screen reader says after a step in a figure: the choice that changed, and the first sentence that is new.
import { labelsOf } from "./choices.js";

// A sentence with the role "status" is read aloud anyway. Where no sentence is new, a label or a slider's value is.
const SENTENCES = ["p:not(.label, .caption, [role=status]), figcaption", ".label, label:has(output)"];
const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }); // not the answer to an open question

const textOfAll = (element) => [...element.childNodes].map(({ textContent }) => textContent.trim()).join(" ").trim();
const textsIn = (places) => SENTENCES.flatMap((kind) => places.flatMap((place) => [...place.querySelectorAll(kind)]))
  .map((element) => ({ element, text: textOfAll(element) }));
function newSentence(places, before) {
  const known = new Set(before.map(({ text }) => text));
  return textsIn(places).find(({ element, text }) => text && !known.has(text) && isSeen(element))?.text ?? "";
}

// "layer: encoder 2" for each choice that changed.
function changedChoices({ choices = [] }, before, state) {
  const changed = choices.filter(({ name }) => state[name] !== before[name] && state[name] !== null);
  return changed.map((choice) => {
    const { label, full } = labelsOf(choice, state)[state[choice.name]] ?? {};
    const text = label || full, title = choice.title || (text ? "" : choice.name); // a number alone says nothing
    const value = text || String(state[choice.name] + choice.first);
    return title ? `${title}: ${value}` : value;
  });
}

// Return act → nothing: it acts, then tells what changed, unless the drawing has told something itself.
export function hearing(self, places) {
  let deep = 0; // an action can contain others
  return (act) => {
    if (deep) return act();
    const [texts, state, told] = [textsIn(places()), { ...self.state }, self.told()];
    deep += 1;
    try {
      act();
    } finally {
      deep -= 1;
    }
    if (self.told() !== told) return undefined;
    const news = [...changedChoices(self.header, state, self.state), newSentence(places(), texts)].filter(Boolean);
    return news.length && self.tell(news.join(". "));
  };
}
