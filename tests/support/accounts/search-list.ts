import { postForm } from "./people.ts";
import type { Answer, Site } from "#tests/support/server/site.ts";

/** Searches a list as the form does, and returns the list with its URL. */
export async function searchList(
  site: Pick<Site, "url" | "ask" | "get">,
  list: string,
  fields: Record<string, string>,
  cookie: string,
): Promise<Answer & { address: string }> {
  const sent = await postForm(site, "/admin/search", { list, ...fields }, { Cookie: cookie });
  const address = sent.headers.location ?? "";
  if (!address.startsWith(list)) throw new Error(`the search led to ${sent.status} ${address}`);
  return { ...(await site.get(address, { Cookie: cookie })), address };
}
