// A panel with a text for each step of a choice, beside the figure.
import { beside } from "../kit/beside.js";
import { labelsOf } from "../kit/choices.js";
import { reading } from "./reading.js";

const SIZES = { told: 400, least: 1080 }; // pixels: the sentences, and the minimum for both

// `picture` moves beside its sentences in `self.body` if there is room for both.
export function story(self, picture) {
  let panel = null;
  const choice = () => self.header.choices.find(({ name }) => name === panel.along);
  const tale = beside(self.body, picture, SIZES, () => {
    const steps = labelsOf(choice(), self.state).map((one, at) => ({ ...one, at })).filter(({ off }) => !off);
    return {
      shown: steps.findIndex(({ at }) => at === self.state[panel.along]),
      goTo: (k) => self.goTo({ [panel.along]: steps[k].at }),
      steps: steps.map(({ full, at }) => (
        { title: full, said: reading(self).elsewhere({ [panel.along]: at }).said(panel.text, panel.numbers) })),
    };
  });
  return {
    ...tale,
    // Whether it is there, and the width of the figure in pixels.
    place(panels, room) {
      panel = panels.find(({ kind }) => kind === "story") ?? null;
      return tale.place(room, panel !== null);
    },
  };
}
