// A new sentence: a lock stays if the same word is still there. before, after: maps of the header.
export function carried(locks, before, after) {
  const found = {};
  const moved = (labels, old, at) => {
    const { label } = old[at];
    return labels[at]?.label === label ? at : labels.findIndex((other) => other.label === label);
  };
  for (const to of after) {
    const [from, was] = [before.find((map) => map.name === to.name), locks[to.name]];
    if (!from || !was) continue;
    if (was.row === null) found[to.name] = was;
    // A lock that was not moved is only the opening cell: the new sentence opens at its own cell.
    else if (was.row !== from.lock.row || was.column !== from.lock.column) {
      const [row, column] = [moved(to.rows, from.rows, was.row), moved(to.columns, from.columns, was.column)];
      if (row >= 0 && column >= 0) found[to.name] = { ...was, row, column };
    }
  }
  return found;
}
