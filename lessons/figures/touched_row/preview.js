// The row while a weight is dragged: the others share what is left, as they did before. Python's
// numbers take its place when the hand lets go; a test holds the two together.

// before: the model's own row; this weight in this column → the whole row
export function sharedRow(before, column, weight) {
  const rest = before.reduce((sum, value, j) => (j === column ? sum : sum + value), 0);
  if (!(rest > 0)) return before;
  return before.map((value, j) => (j === column ? weight : (value * (1 - weight)) / rest));
}
