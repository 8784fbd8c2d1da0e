import { createContext, use, type ComponentType, type ReactElement } from "react";
import { useLanguage } from "#app/messages/translator.tsx";
import type { FigurePlace } from "./figure.tsx";
import { useSite } from "#app/site/fund.ts";

type Marks = { start: string; end: string };

/** Knows the parts of earlier pages, and marks the places of this page's parts and figures. */
export type Parts = {
  place(settings: object, key: string): { known: string } | Marks;
  placeFigure(place: FigurePlace): Marks;
};

export const PartsContext = createContext<Parts | null>(null);

type PartProps<Props> = {
  /** Shows what a visitor typed, which must not stay in memory. */
  isPersonal?: boolean;
  children: ReactElement<Props, ComponentType<Props>>;
};

/**
 * Renders a component once and repeats its HTML for equal props. The component may use the language and the site's
 * settings, but no other context.
 */
export function Part<Props extends object>({ isPersonal = false, children }: PartProps<Props>) {
  const parts = use(PartsContext);
  const language = useLanguage();
  const { settings } = useSite();
  if (parts === null || isPersonal) return children;
  const place = parts.place(settings, `${language} ${idOf(children.type)} ${asKey(children.props)}`);
  if ("known" in place) return <template data-part={place.known} />;
  return (
    <>
      <template data-part={place.start} />
      {children}
      <template data-part={place.end} />
    </>
  );
}

const ids = new WeakMap<object, number>();
let lastId = 0;

function idOf(component: object): number {
  const id = ids.get(component) ?? ++lastId;
  ids.set(component, id);
  return id;
}

/** The texts of staff are the same objects from page to page. */
const written = new WeakMap<object, string>();
/** A map holds the text of an object that is gone until V8 collects the old space, so one page's objects have none. */
const seen = new WeakSet<object>();

const asKey = (props: object): string =>
  Object.entries(props)
    .map(([name, value]: [string, unknown]) => `${name}:${asText(value)}`)
    .join();

function asText(value: unknown): string {
  if (typeof value !== "object" || value === null) return withBigints(value);
  const known = written.get(value);
  if (known !== undefined) return known;
  const text = withBigints(value);
  if (seen.has(value)) written.set(value, text);
  else seen.add(value);
  return text;
}

const withBigints = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? `${each}n` : each)) ?? "";
