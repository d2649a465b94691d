// How many of the written words can be compared with the right ones, place by place: all of an answer; of a
// text that may go on in many ways, those before it first goes on otherwise.
export function agreed(written, { open, right }) {
  const other = written.findIndex((text, k) => text !== right[k]);
  return open && other >= 0 ? other : written.length;
}
