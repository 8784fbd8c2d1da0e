import type { z } from "zod";

export type Columns = {
  needed: readonly string[];
  /** The needed ones too. */
  read: readonly string[];
  /** The earlier system has them, and the import does not use them. */
  notUsed: readonly string[];
};

export const columnsOf = (row: z.ZodObject): string[] => Object.keys(row.shape);

/** A column with another name would be passed over, and its money would be missing without a line. */
export function columnProblems(table: string, columns: Columns, found: readonly string[]): string[] {
  const known = new Set([...columns.read, ...columns.notUsed]);
  const unknown = found.filter((name) => !known.has(name));
  const missing = columns.needed.filter((name) => !found.includes(name));
  if (unknown.length + missing.length === 0) return [];
  return [
    ...unknown.map((name) => `${table} has the unknown column "${name}". Correct its name, or remove it.`),
    ...missing.map((name) => `${table} lacks the column ${name}.`),
    `The columns of ${table}: ${[...known].toSorted().join(", ")}.`,
  ];
}
