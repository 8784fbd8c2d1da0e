import { use, type ReactElement } from "react";
import type { CampaignFigures } from "#database/campaigns/page-parts.ts";
import type { Progress } from "#database/campaigns/progress.ts";
import type { Statistics } from "#database/donations/statistics.ts";
import { PartsContext } from "./part.tsx";

/** The values that donations change: a campaign's progress, what its page shows beside it, and the fund's totals. */
type Figures = { progress: Progress; beside: CampaignFigures; totals: Statistics };

/** Reads a campaign's figures by its id. The totals have none. */
export type ReadFigures = { [Name in keyof Figures]: (id: string) => Promise<Figures[Name]> };

/** A place in a page that is rendered again alone when its figures change. */
export type FigurePlace = { again: (read: ReadFigures) => Promise<ReactElement | null> };

type Props<Name extends keyof Figures> = {
  of: Name;
  /** Of the campaign. */
  id?: string;
  /** As the page's loader read them. */
  now: Figures[Name];
  children: (figures: Figures[Name]) => ReactElement | null;
};

/**
 * Shows figures. When they change, a cached page renders only them again. The children may use the language, but no
 * other context. Everything else they show must belong to a subject whose change drops the page.
 */
export function Figure<Name extends keyof Figures>({ of: name, id = "", now, children: show }: Props<Name>) {
  const parts = use(PartsContext);
  if (parts === null) return show(now);
  const { start, end } = parts.placeFigure({ again: async (read) => show(await read[name](id)) });
  return (
    <>
      <template data-part={start} />
      {show(now)}
      <template data-part={end} />
    </>
  );
}
