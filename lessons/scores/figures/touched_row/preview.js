// The row while a weight is dragged: the other weights share the rest in proportion. On release,
// Python's numbers replace it; a test keeps the two equal.

// before: the model's own row; the new weight of a column → the whole row
export function sharedRow(before, column, weight) {
  const rest = before.reduce((sum, value, j) => (j === column ? sum : sum + value), 0);
  if (!(rest > 0)) return before;
  return before.map((value, j) => (j === column ? weight : (value * (1 - weight)) / rest));
}
