import { redirect } from "react-router";
import { databaseContext, keepingContext, sealContext } from "#app/http/context.server.ts";
import { openFollowerKey } from "#operations/campaigns/followers/key.ts";
import { unsubscribe } from "#operations/campaigns/followers/unsubscribe.ts";
import type { Route } from "./+types/unsubscribe";

export const handle = { policy: "everyone" };

/** Mail scanners open links too, so a GET only leads to the page with the button. */
export function loader({ context, url }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  return redirect(`/following${url.search}`, 303);
}

/** RFC 8058: the mail program of a follower posts here, without cookies and without an origin. */
export async function action({ context, url }: Route.ActionArgs) {
  const key = openFollowerKey(context.get(sealContext), url.searchParams.get("key") ?? "");
  if (key !== null) await unsubscribe(context.get(databaseContext), key);
  // The same answer for every key: a mail program can do nothing about a wrong one.
  return new Response("Unsubscribed\n", { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
