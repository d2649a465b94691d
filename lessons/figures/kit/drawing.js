// What every drawing does besides drawing: it shows a state, plays, handles keys, keeps its state in the
// address and takes new data.
import { arraysOf, readAddress, watchAddress } from "./core.js";
import { addressOf, bound, keysOf, labelsOf, onward, chosenIn, restore, startOf } from "./choices.js";
import { container } from "./container.js";
import { hearing } from "./heard.js";
import { clip } from "./widgets.js";

// The header lists the choices as `choices` (kit/choices.py): state, bounds, address, arrow keys and playing
// are handled here, from 0 in `self.state`. describe(self) builds the figure once and returns its own parts; all except
// paint are optional:
// paint()                  draw the current state
// counts(), settle()       { name: how many values }, from 0; enforce further conditions
// keys(shift)              { key: action }, lower-case letters
// address(), restore(parts)  write the state to the address; read it from there, possibly mistyped
// take(before)             new data; `before` is the old header
//   play                     { pace(), ended(), rewind(), next() }: pace in milliseconds
//   ready(), end()           after the first painting; when the drawing goes
// Returns draw(root, header, floats, options) → { update, destroy }; options: { key, home: "app" | "page" |
// "notebook", ask(cell), choose(value), placed(what Python's `at` takes, of all that is chosen), answer, waits, yields,
// veil: the row that answers an open question, charts (chart.js), goes: what Python tells of these, { of, place, count,
// paper, scale }, more(): load all numbers, if only some have come }.
class NotThere extends Error {} // a number that has not come

export const drawing = (describe, looks) => (root, header, floats, options = {}) => {
  const choices = Boolean(header.choices);
  let timer = null, asked = null; // asked: the state that the address named last, until the user moves
  const missing = () => {
    options.more(); // and then `update` paints
    throw new NotThere();
  };
  const self = container(root, options, looks, { paint: () => self.paint(), press });
  Object.assign(self, {
    header, options, arrays: arraysOf(header, floats, missing), state: choices ? startOf(header) : {},
    paint() {
      if (!self.ifThere(() => self.keepFocus(act.paint))) return;
      self.showNumbers(self.header);
      if (act.address && !waiting()) self.save(act.address());
      if (choices) options.placed?.(chosenIn(self.header, self.state));
    },
    // Act, and return whether all numbers were there; else they are loaded.
    ifThere(acts) {
      try {
        acts();
        return true;
      } catch (error) {
        if (error instanceof NotThere) return false;
        throw error;
      }
    },
    value: (name) => self.header.choices.find((one) => one.name === name).values[self.state[name]],
    reopen: () => Object.assign(self.state, startOf(self.header)),
    redraw(change = {}) {
      const state = Object.assign(act.state ?? self.state, change);
      if (choices) bound(self.header, state);
      for (const [name, count] of Object.entries(act.counts?.() ?? {})) state[name] = clip(state[name], count);
      act.settle?.();
      self.paint();
    },
    show: (change) => hear(() => self.redraw(change)), // and a screen reader says what is new
    // The user moves: playing must stop.
    goTo(change) {
      self.stop();
      asked = null;
      self.show(change);
    },
    playing: () => timer !== null,
    stop() {
      clearInterval(timer);
      timer = null;
    },
    toggle() {
      if (timer !== null) return self.stop(), self.paint();
      const { pace, ended, rewind, next } = act.play;
      if (ended()) rewind();
      timer = setInterval(() => {
        next();
        if (!ended()) return self.paint();
        self.stop();
        return hear(() => self.paint());
      }, pace());
      self.paint();
    },
  });
  const hear = hearing(self, self.said);
  const base = choices ? byChoices(self) : {}, own = describe(self);
  const act = { ...base, ...own, play: { ...base.play, ...own.play } };
  // The address names a state that answers an open question: go there after the answer.
  const waiting = () => options.waits && asked;

  // The address changed under a page that stays: its data may still be on the way.
  function follow() {
    asked = self.address();
    if (!asked || !act.restore || options.waits) return;
    self.stop();
    act.restore(asked);
    self.redraw();
  }
  function press(key, shift) {
    const keys = { ...(choices && keysOf(self.header, self.state, self.goTo, shift)), ...act.keys?.(shift) };
    const name = key.length === 1 ? key.toLowerCase() : key;
    if (!Object.hasOwn(keys, name)) return false;
    asked = null;
    hear(keys[name]);
    return true;
  }
  function dressed() {
    self.theme(self.header.palette);
    self.name(self.header.title);
    self.readData(self.header);
  }
  function update(next, nextFloats, now = {}) {
    const told = now.goes?.count && now.goes.count !== options.goes?.count; // Python has received a click in a chart
    Object.assign(options, now);
    const before = self.header;
    const arrays = nextFloats && arraysOf(next, nextFloats, missing);
    const completes = arrays && before.id === `${next.id}-early`; // the same figure, now with all its numbers
    if (completes) for (const name of Object.keys(arrays)) Object.assign(self.arrays[name], arrays[name]);
    if (arrays) Object.assign(self, { header: next, arrays: completes ? self.arrays : arrays });
    dressed();
    if (arrays && !completes) act.take?.(before);
    if (asked && !now.waits) act.restore?.(asked);
    if (told) Object.assign(self.state, now.goes.place);
    self.redraw();
  }

  const address = self.address();
  if (address && !options.waits) act.restore?.(address);
  if (options.waits) asked = address;
  dressed();
  self.redraw();
  act.ready?.();
  // The address has a state of the other figure of the page, and none of this one: the other is meant.
  const { yields } = options;
  if (yields && self.hasAddress && !self.address() && readAddress(yields)) options.choose?.(yields);
  const lift = () => options.veil !== null && ((options.veil = null), self.redraw()); // before Python has received it
  addEventListener("glassbox:uncover", lift);
  const follows = self.hasAddress ? watchAddress(options.key, follow) : () => {};
  const forget = [() => removeEventListener("glassbox:uncover", lift), self.listen(dressed), follows];
  return { update, destroy: () => (self.stop(), act.end?.(), forget.forEach((end) => end())) };
};

// The behaviour of figures whose header lists choices; one choice can play by itself, every `pace` milliseconds.
function byChoices(self) {
  const { state } = self;
  const playing = () => self.header.choices.find(({ name }) => name === self.header.plays);
  const opening = ({ title, start, choices }) =>
    JSON.stringify([title, choices.filter(({ stays }) => !stays).map(({ name }) => start[name])]);
  return {
    address: () => addressOf(self.header, state),
    restore: (parts) => restore(self.header, parts, state),
    take(before) {
      const { title, choices } = self.header, held = { ...state };
      if (opening(before) === opening(self.header)) return;
      self.reopen();
      if (before.title === title)
        for (const { name, stays } of choices) if (stays) state[name] = held[name];
    },
    play: self.header.plays && {
      pace: () => self.header.pace,
      ended: () => state[self.header.plays] >= labelsOf(playing(), state).length - 1,
      rewind: () => (state[self.header.plays] = 0),
      next: () => (state[self.header.plays] = onward(playing(), state, 1)),
    },
  };
}
