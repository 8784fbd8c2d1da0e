import { valueAt, withValue, type Draft } from "./draft.ts";

/** The value of a figure that comes from the ledger. */
export const liveCounter = "Live Counter";

/** In the order of the specified defaults. */
export const liveFigures = ["donors", "raised", "campaigns"] as const;
export type LiveFigure = (typeof liveFigures)[number];

const isLiveFigure = (name: string): name is LiveFigure => liveFigures.some((figure) => figure === name);

/** A stored name may be of a newer version, or written by hand. */
const knownFigure = (name: string): LiveFigure | "" => (isLiveFigure(name) ? name : "");

/** Rows that are older than the field `figure` show the figure of their place. */
const figureAtPlace = (value: string, place: number): LiveFigure | "" =>
  value === liveCounter ? (liveFigures[place] ?? "") : "";

/** A row with its own text shows no figure, also if one was chosen before. */
export function shownFigure(
  { value, figure }: { value: string; figure: string },
  place: number,
): LiveFigure | "" {
  if (value !== liveCounter) return "";
  return figure === "" ? figureAtPlace(value, place) : knownFigure(figure);
}

/** A version of the hero that is older than the field `figure` shows what it showed then. */
export function withFigures(hero: Draft): Draft {
  const stats = valueAt(hero, "stats");
  if (!Array.isArray(stats)) return hero;
  const named = stats.map((stat, place) => {
    const value = valueAt(stat, "value");
    if (typeof stat === "string" || Array.isArray(stat) || "figure" in stat || typeof value !== "string")
      return stat;
    return { ...stat, figure: figureAtPlace(value, place) };
  });
  return withValue(hero, "stats", named);
}
