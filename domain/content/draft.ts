/**
 * A record as a form has it: every value is text. Typed, current and earlier values are compared, stored and restored
 * as drafts.
 */
export type Draft = string | Draft[] | { [name: string]: Draft };

export function draftOf(value: unknown): Draft {
  if (value === null || value === undefined || value === false) return "";
  if (value === true) return "yes";
  if (Array.isArray(value)) return value.map(draftOf);
  if (typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, draftOf(inner)]));
  return String(value);
}

/** Equal drafts give equal text: the order of names and spaces around a text do not count. */
export function canonical(draft: Draft): string {
  if (typeof draft === "string") return JSON.stringify(draft.trim());
  if (Array.isArray(draft)) return `[${draft.map(canonical).join()}]`;
  const names = Object.keys(draft).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(draft[name] ?? "")}`).join()}}`;
}

export const isSame = (one: Draft, other: Draft) => canonical(one) === canonical(other);

/** A path has names and list positions, separated by dots: `stats.0.label.en`. */
export function valueAt(draft: Draft, path: string): Draft | undefined {
  return namesIn(path).reduce<Draft | undefined>(
    (at, name) => (at === undefined ? undefined : partOf(at, name)),
    draft,
  );
}

export function withValue(draft: Draft, path: string, value: Draft): Draft {
  const [name, ...rest] = namesIn(path);
  if (name === undefined) return value;
  const inner = withValue(partOf(draft, name) ?? "", rest.join("."), value);
  if (Array.isArray(draft)) return draft.map((item, at) => (String(at) === name ? inner : item));
  return typeof draft === "string" ? draft : { ...draft, [name]: inner };
}

export type Change = { path: string; before: Draft; after: Draft };

/** One change for each field, and one for a list whose length changed. */
export function changesBetween(before: Draft, after: Draft, path = ""): Change[] {
  if (isSame(before, after)) return [];
  if (typeof before === "string" || !isSameShape(before, after)) return [{ path, before, after }];
  return Object.keys(before).flatMap((name) =>
    changesBetween(partOf(before, name) ?? "", partOf(after, name) ?? "", joined(path, name)),
  );
}

type Versions = { base: Draft | null; mine: Draft; theirs: Draft };
export type Conflict = { path: string; mine: Draft; theirs: Draft };
export type Merged = {
  draft: Draft;
  /** Only the other person changed these fields. The draft has their values. */
  fromOthers: string[];
  /** Both changed these fields. The draft has my values until I choose. */
  conflicts: Conflict[];
};

/**
 * Without a common base, every difference is a conflict. A row of a list is one value, and so is a list in which a row
 * moved: half of a row beside half of another would say what neither person wrote.
 */
export function merge(versions: Versions, path = ""): Merged {
  const { base, mine, theirs } = versions;
  const isWhole =
    typeof mine === "string" ||
    !isSameShape(mine, theirs) ||
    (base !== null && !isSameShape(mine, base)) ||
    hasMovedRows(versions);
  return isSame(mine, theirs) || isWhole ? mergeWhole(versions, path) : mergeParts(versions, path);
}

function mergeWhole({ base, mine, theirs }: Versions, path: string): Merged {
  if (isSame(mine, theirs)) return { draft: mine, fromOthers: [], conflicts: [] };
  if (base !== null && isSame(base, mine)) return { draft: theirs, fromOthers: [path], conflicts: [] };
  if (base !== null && isSame(base, theirs)) return { draft: mine, fromOthers: [], conflicts: [] };
  return { draft: mine, fromOthers: [], conflicts: [{ path, mine, theirs }] };
}

function mergeParts({ base, mine, theirs }: Versions, path: string): Merged {
  const names = Object.keys(mine);
  const mergePart = Array.isArray(mine) ? mergeWhole : merge;
  const parts = names.map((name) =>
    mergePart(
      {
        base: base && (partOf(base, name) ?? null),
        mine: partOf(mine, name) ?? "",
        theirs: partOf(theirs, name) ?? "",
      },
      joined(path, name),
    ),
  );
  const drafts = parts.map(({ draft }) => draft);
  return {
    draft: Array.isArray(mine)
      ? drafts
      : Object.fromEntries(names.map((name, at) => [name, drafts[at] ?? ""])),
    fromOthers: parts.flatMap(({ fromOthers }) => fromOthers),
    conflicts: parts.flatMap(({ conflicts }) => conflicts),
  };
}

function hasMovedRows({ base, mine, theirs }: Versions): boolean {
  return base === null ? isReordered(mine, theirs) : [mine, theirs].some((each) => isReordered(base, each));
}

/** Rows have no ids: a row that is more like the row of another place was moved from there. */
function isReordered(before: Draft, after: Draft): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return false;
  return after.some((row, place) => {
    const toItsPlace = likeness(row, before[place] ?? "");
    return before.some((other) => likeness(row, other) > toItsPlace);
  });
}

/** The number of texts, not empty, that both have at the same place. */
function likeness(one: Draft, other: Draft): number {
  if (typeof one === "string") return one.trim() !== "" && isSame(one, other) ? 1 : 0;
  return Object.keys(one).reduce(
    (sum, name) => sum + likeness(partOf(one, name) ?? "", partOf(other, name) ?? ""),
    0,
  );
}

export const joined = (path: string, name: string | number) =>
  [path, String(name)].filter((part) => part !== "").join(".");

const namesIn = (path: string) => path.split(".").filter((name) => name !== "");

function partOf(draft: Draft, name: string): Draft | undefined {
  if (typeof draft === "string") return undefined;
  return Array.isArray(draft) ? draft[Number(name)] : Object.hasOwn(draft, name) ? draft[name] : undefined;
}

function isSameShape(one: Draft, other: Draft): boolean {
  if (typeof one === "string" || typeof other === "string") return typeof one === typeof other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  // Items with different ids are different things: the description of one picture does not fit another.
  if (!isSame(partOf(one, "id") ?? "", partOf(other, "id") ?? "")) return false;
  return Object.keys(one).sort().join() === Object.keys(other).sort().join();
}

/** The reason why a scheduled draft was not published. */
export type DraftFailure = "no-access" | "changed" | "invalid";
