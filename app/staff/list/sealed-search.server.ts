import type { RouterContextProvider } from "react-router";
import type { z } from "zod";
import { sealContext } from "#app/http/context.server.ts";
import { readListQuery } from "./list-query.ts";

const purpose = "staff search";

type Context = Readonly<RouterContextProvider>;

/** The URL of a list with a search. A name, email or phone in it is encrypted. */
export function sealedListUrl(context: Context, list: string, fields: Iterable<[string, string]>): string {
  const query = new URLSearchParams();
  for (const [name, value] of fields)
    if (value !== "") query.set(name, name === "q" ? context.get(sealContext).seal(purpose, value) : value);
  return query.size === 0 ? list : `${list}?${query}`;
}

/** A search that is not encrypted is ignored, so that no one gets used to typing one into the URL. */
export function readSealedQuery<Schema extends z.ZodType>(context: Context, url: URL, schema: Schema) {
  const opened = new URL(url);
  const sealed = url.searchParams.get("q");
  if (sealed !== null) opened.searchParams.set("q", context.get(sealContext).open(purpose, sealed) ?? "");
  return readListQuery(opened, schema);
}
