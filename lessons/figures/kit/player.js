// Plays a film: goes on from frame to frame by itself until its end.
const PAUSE = 450; // milliseconds a frame

// act: { ended(), rewind(), next(), paint() }.
export function player({ ended, rewind, next, paint }) {
  let timer = null;
  function stop() {
    clearInterval(timer);
    timer = null;
  }
  function toggle() {
    if (timer !== null) return stop(), paint();
    if (ended()) rewind();
    timer = setInterval(() => {
      next();
      if (ended()) stop(), paint();
    }, PAUSE);
    paint();
  }
  return { stop, toggle, label: (words) => (timer === null ? words.play : words.pause) };
}
