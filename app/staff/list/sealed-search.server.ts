import { redirect, type RouterContextProvider } from "react-router";
import type { z } from "zod";
import { sealContext } from "#app/http/context.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
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

/** A search that does not open is refused with a message. An ignored search would look as if it had found everything. */
export function readSealedQuery<Schema extends z.ZodType>(context: Context, url: URL, schema: Schema) {
  const sealed = url.searchParams.get("q");
  if (sealed === null || sealed === "") return readListQuery(url, schema);
  const opened = new URL(url);
  const text = context.get(sealContext).open(purpose, sealed);
  if (text === null) throw redirect(url.pathname, { status: 303, headers: { "Set-Cookie": unreadable } });
  opened.searchParams.set("q", text);
  return readListQuery(opened, schema);
}

const unreadable = noticeCookie({
  tone: "error",
  title: "This search cannot be opened",
  text: "Enter it again. This list is not filtered.",
});
