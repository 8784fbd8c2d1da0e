import { redirect } from "react-router";
import { accountsContext, securityContext, visitorContext } from "#app/http/context.server.ts";
import { noticeCookie, sessionMissing } from "#app/http/notice.server.ts";
import { signedOutAnswer } from "./signed-out-answer.ts";
import type { Route } from "./+types/sign-out";

export const handle = { policy: "everyone" };

export const loader = () => redirect("/auth", 303);

export async function action({ request, context }: Route.ActionArgs) {
  if (!context.get(visitorContext)) return toSignIn([sessionMissing("en")]);
  const { cookies } = await context.get(accountsContext).signOut(request.headers.get("Cookie") ?? "");
  context.get(securityContext)("sign-out");
  return signedOutAnswer("/auth", [
    ...cookies,
    noticeCookie({ tone: "success", title: "Signed out successfully!" }),
  ]);
}

const toSignIn = (cookies: string[]) => signedOutAnswer("/auth", cookies);
