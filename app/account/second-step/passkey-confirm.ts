import { z } from "zod";
import { answerWithWait } from "#app/http/ask-to-wait.server.ts";
import { databaseContext, keepingContext, securityContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { translatorIn } from "#app/messages/translator.tsx";
import { languageOf } from "#app/site/address.ts";
import { countAttempt, uncountAttempt } from "#operations/system/count-attempt.ts";
import { confirmSession } from "#operations/accounts/second-step/confirm-session.ts";
import { settingCookies } from "#app/account/after-sign-in.ts";
import { beginUsing, finishUsing } from "./passkey-ceremonies.server.ts";
import { spentChallenge, type Purpose } from "./passkey-challenge.server.ts";
import { passkeySite } from "./passkey-site.server.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import type { Route } from "./+types/passkey-confirm";

export const handle = { policy: "own-account" };

export async function loader({ context }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const site = passkeySite(context);
  if (site === null) return new Response("", { status: 404 });
  const { options, cookie } = await beginUsing(site, confirmIn(signedInPerson(context).sessionId));
  return Response.json(options, { headers: { "Set-Cookie": cookie } });
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const t = translatorIn(languageOf(url.pathname));
  const db = context.get(databaseContext);
  const person = signedInPerson(context);
  const site = passkeySite(context);
  const form = await readForm(request, z.object({ credential: z.string().max(20_000) }));
  if (site === null || !form.ok) return answerWith(t("passkeys.notConfirmed"), 400);
  const counted = [{ subject: `own passkey of ${person.id}`, limits: [{ most: 10, within: 15 * 60 }] }];
  const attempt = await countAttempt(db, counted);
  if (attempt.kind === "limited")
    return answerWith(t("signIn.tooMany", answerWithWait(context, attempt.retryAfter)), 429);
  const cookies = request.headers.get("Cookie") ?? "";
  const using = { ...form.value, cookies, purpose: confirmIn(person.sessionId) };
  if ((await finishUsing(db, site, using))?.userId !== person.id) {
    context.get(securityContext)("second-step-refused");
    return answerWith(t("passkeys.notConfirmed"), 403);
  }
  await uncountAttempt(db, counted);
  await confirmSession(db, person.sessionId);
  return answerWith("", 200);
}

const confirmIn = (sessionId: string): Purpose => `confirm in ${sessionId}`;

/** The script shows this text unchanged. */
const answerWith = (message: string, status: number) =>
  new Response(message, {
    status,
    headers: [["Content-Type", "text/plain; charset=utf-8"], ...settingCookies([spentChallenge])],
  });
