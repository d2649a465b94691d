// What the browser shows while a query is dragged: a preview, and the only arithmetic of this figure.
// On release, Python's numbers replace it; a test keeps the two equal.

// arrays of the figure and a position [x, y] → { weights, output }
export function previewOf({ base, slopes, values, allowed }, [x, y]) {
  const count = base.sizes[0];
  const scores = Array.from({ length: count }, (_, j) =>
    (allowed.at(j) ? base.at(j) + x * slopes.at(j, 0) + y * slopes.at(j, 1) : -Infinity));
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  const weights = powers.map((power) => power / sum);
  const output = [0, 1].map((axis) => weights.reduce((total, weight, j) => total + weight * values.at(j, axis), 0));
  return { weights, output };
}
