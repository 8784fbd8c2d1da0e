/** One line of the table. A figure without a goal is for information. */
export type Figure = {
  part: string;
  what: string;
  measured: number;
  unit: string;
  goal?: { atMost: number } | { atLeast: number };
};

export function isMet({ measured, goal }: Figure): boolean | undefined {
  if (!goal) return undefined;
  return "atMost" in goal ? measured <= goal.atMost : measured >= goal.atLeast;
}

export function table(figures: Figure[]): string {
  const rows = [["figure", "goal", "measured", "met"], ...figures.map(row)];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return [lines[0], widths.map((width) => "-".repeat(width)).join("  "), ...lines.slice(1)].join("\n");
}

function row(figure: Figure): string[] {
  const { what, measured, unit, goal } = figure;
  const met = isMet(figure);
  const limit = goal ? ("atMost" in goal ? `≤ ${goal.atMost} ${unit}` : `≥ ${goal.atLeast} ${unit}`) : "";
  return [
    what,
    limit.trim(),
    `${rounded(measured)} ${unit}`.trim(),
    met === undefined ? "" : met ? "yes" : "NO",
  ];
}

const rounded = (value: number) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}
