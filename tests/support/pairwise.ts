/** A few rows that combine every two values of different columns, because most errors need only two. */
export function pairwise<Value>(columns: Value[][]): Value[][] {
  const open = new Set(allPairs(columns));
  const rows: Value[][] = [];
  while (open.size > 0) {
    const best = everyRow(columns).reduce((one, other) =>
      gain(other, open) > gain(one, open) ? other : one,
    );
    for (const pair of pairsOf(best, columns)) open.delete(pair);
    rows.push(best);
  }
  return rows;

  function gain(row: Value[], wanted: Set<string>): number {
    return pairsOf(row, columns).filter((pair) => wanted.has(pair)).length;
  }
}

export function everyRow<Value>(columns: Value[][]): Value[][] {
  return columns.reduce<Value[][]>(
    (rows, column) => rows.flatMap((row) => column.map((value) => [...row, value])),
    [[]],
  );
}

function allPairs<Value>(columns: Value[][]): string[] {
  return everyRow(columns).flatMap((row) => pairsOf(row, columns));
}

function pairsOf<Value>(row: Value[], columns: Value[][]): string[] {
  const places = row.map((value, at) => `${at}:${columns[at]?.indexOf(value)}`);
  return places.flatMap((one, at) => places.slice(at + 1).map((other) => `${one} ${other}`));
}
