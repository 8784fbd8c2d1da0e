import { z } from "zod";
import { answerWithWait } from "#app/http/ask-to-wait.server.ts";
import {
  accountsContext,
  clientContext,
  databaseContext,
  keepingContext,
  securityContext,
} from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { translatorIn } from "#app/messages/translator.tsx";
import { languageOf } from "#app/site/address.ts";
import { countAttempt, uncountAttempt } from "#operations/system/count-attempt.ts";
import { settingCookies, signedInAnswer } from "#app/account/after-sign-in.ts";
import { beginUsing, finishUsing } from "./passkey-ceremonies.server.ts";
import { spentChallenge } from "./passkey-challenge.server.ts";
import { placeOf } from "#app/account/place-of.server.ts";
import { passkeySite } from "./passkey-site.server.ts";
import { finishSignIn } from "#app/account/try-sign-in.server.ts";
import type { Route } from "./+types/passkey-sign-in";

export const handle = { policy: "everyone" };

export async function loader({ context }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const site = passkeySite(context);
  if (site === null) return new Response("", { status: 404 });
  const { options, cookie } = await beginUsing(site, "sign-in");
  return Response.json(options, { headers: { "Set-Cookie": cookie } });
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const t = translatorIn(languageOf(url.pathname));
  const db = context.get(databaseContext);
  const site = passkeySite(context);
  const form = await readForm(request, z.object({ credential: z.string().max(20_000) }));
  if (site === null || !form.ok) return answerWith(t("passkeys.refused"), 400);
  const place = placeOf(context.get(clientContext));
  const counted = [{ subject: `sign-in by passkey from ${place}`, limits: [{ most: 100, within: 60 * 60 }] }];
  const attempt = await countAttempt(db, counted);
  if (attempt.kind === "limited")
    return answerWith(t("signIn.tooMany", answerWithWait(context, attempt.retryAfter)), 429);

  const cookies = request.headers.get("Cookie") ?? "";
  const accounts = context.get(accountsContext);
  const owner = await finishUsing(db, site, { ...form.value, cookies, purpose: "sign-in" });
  const outcome =
    owner === null ? null : await accounts.signInByPasskey(owner, request.headers.get("User-Agent"));
  if (outcome?.kind !== "signed-in") {
    context.get(securityContext)("sign-in-refused", owner?.userId ?? null);
    return answerWith(t("passkeys.refused"), 401);
  }
  await uncountAttempt(db, counted);
  context.get(securityContext)("sign-in", outcome.userId);
  const { userId } = outcome;
  const mark = await finishSignIn(db, accounts, { userId, cookies, language: languageOf(url.pathname) });
  return signedInAnswer(url, [...outcome.cookies, mark, spentChallenge]);
}

/** The script shows this text unchanged. */
const answerWith = (message: string, status: number) =>
  new Response(message, {
    status,
    headers: [["Content-Type", "text/plain; charset=utf-8"], ...settingCookies([spentChallenge])],
  });
