import { redirect } from "react-router";
import { accountsContext, visitorContext } from "#app/http/context.server.ts";
import { noticeCookie, sessionMissing } from "#app/http/notice.server.ts";
import type { Route } from "./+types/sign-out";

export const handle = { policy: "everybody" };

export const loader = () => redirect("/auth", 303);

export async function action({ request, context }: Route.ActionArgs) {
  if (!context.get(visitorContext)) return toSignIn([sessionMissing("en")]);
  const { cookies } = await context.get(accountsContext).signOut(request.headers.get("Cookie") ?? "");
  return toSignIn([...cookies, noticeCookie({ tone: "success", title: "Signed out successfully!" })]);
}

function toSignIn(cookies: string[]) {
  // What the browser still remembers of pages that only this person may see.
  const headers: [string, string][] = [["Clear-Site-Data", '"cache"']];
  for (const cookie of cookies) headers.push(["Set-Cookie", cookie]);
  return redirect("/auth", { status: 303, headers });
}
