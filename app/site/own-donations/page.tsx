import { data, redirect } from "react-router";
import { z } from "zod";
import { AccountPage, accountStyles } from "#app/account/account-page.tsx";
import { placeOf } from "#app/account/place-of.server.ts";
import { answerWithWait } from "#app/http/ask-to-wait.server.ts";
import {
  clientContext,
  databaseContext,
  keepingContext,
  originContext,
  sealContext,
} from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { translatorIn, useLanguage, useText, type Translator } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import followingStyles from "#app/site/following/following.css?inline";
import { listFollowing } from "#database/campaigns/followers.ts";
import { findOwnPage } from "#database/donations/donor-links.ts";
import { listOwnDonations } from "#database/donations/own.ts";
import { emailProblem } from "#domain/donations/read-donor.ts";
import { resubscribe } from "#operations/campaigns/followers/resubscribe.ts";
import { unsubscribe, unsubscribeFromAll } from "#operations/campaigns/followers/unsubscribe.ts";
import { forgetMe } from "#operations/donations/forget-me.ts";
import { requestOwnPage } from "#operations/donations/request-own-page.ts";
import { listOwn } from "#app/giving/own-donations.server.ts";
import { AskForm } from "./ask-form.tsx";
import { MadeHere, madeHere } from "./made-here.tsx";
import { OwnPage } from "./own-page.tsx";
import styles from "./own-donations.css?inline";
import type { Route } from "./+types/page";

export const handle = {
  policy: "everybody",
  styles: accountStyles + followingStyles + styles,
  footer: "short",
};

export async function loader({ context, request, url }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const origin = context.get(originContext);
  const address = url.pathname + url.search;
  const key = url.searchParams.get("key");
  const db = context.get(databaseContext);
  if (key === null) {
    const here = madeHere(await listOwn(db, request.headers.get("Cookie")));
    return { origin, address, own: null, isDead: false, here };
  }
  const link = await findOwnPage(db, key);
  if (link === null) return data({ origin, address, own: null, isDead: true, here: [] }, { status: 404 });
  const [donations, following] = await Promise.all([
    listOwnDonations(db, link.email),
    listFollowing(db, link.email),
  ]);
  return { origin, address, own: { key, email: link.email, donations, following }, isDead: false, here: [] };
}

const shape = z.object({
  intent: z.enum(["ask", "stop", "start", "stop-all", "forget"]).default("ask"),
  email: z.string().default(""),
  id: z
    .string()
    .regex(/^\d{1,18}$/)
    .default("0"),
});

export async function action({ request, context, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const t = translatorIn(language);
  const form = await readForm(request, shape);
  if (!form.ok) throw data(null, { status: 400 });
  const { intent, id } = form.value;
  if (intent === "ask") return ask(context, { email: form.value.email.trim(), language, t });
  const db = context.get(databaseContext);
  const key = url.searchParams.get("key") ?? "";
  const link = await findOwnPage(db, key);
  if (link === null) throw redirect(localAddress(language, "/my-donations"), 303);
  const answer = (to: string, title: string, text?: string) =>
    redirect(to, {
      status: 303,
      headers: {
        "Set-Cookie": noticeCookie({ tone: "success", title, ...(text !== undefined && { text }) }),
      },
    });
  if (intent === "forget") {
    const forgotten = await forgetMe(db, key);
    if (forgotten.kind === "no-link") throw redirect(localAddress(language, "/my-donations"), 303);
    const { donations, open } = forgotten;
    const texts = [
      t("ownDonations.forgottenText", { count: donations }),
      ...(open > 0 ? [t("ownDonations.stillOpen", { count: open })] : []),
    ];
    return answer(localAddress(language, "/my-donations"), t("ownDonations.forgotten"), texts.join(" "));
  }
  const one = { id: BigInt(id), email: link.email };
  if (intent === "stop") await unsubscribe(db, one);
  else if (intent === "start") await resubscribe(db, one);
  else await unsubscribeFromAll(db, link.email);
  return answer(url.pathname + url.search, t(intent === "start" ? "following.started" : "following.stopped"));
}

type Asking = { email: string; language: "en" | "sw"; t: Translator };

async function ask(context: Route.ActionArgs["context"], { email, language, t }: Asking) {
  const refuse = (message: string, status: number) =>
    data({ kind: "refused" as const, message, email: email.slice(0, 300) }, { status });
  const problem = emailProblem(email);
  if (problem !== null) return refuse(t(`follow.errors.${problem}`), 400);
  const asked = await requestOwnPage(
    context.get(databaseContext),
    context.get(sealContext),
    { email, language },
    { place: placeOf(context.get(clientContext)) },
  );
  if (asked.kind === "limited")
    return refuse(t("follow.tooMany", answerWithWait(context, asked.retryAfter)), 429);
  return { kind: "asked" as const };
}

export default function OwnDonations({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const { origin, address, own, isDead, here } = loaderData;
  if (own !== null) return <OwnPage origin={origin} address={address} own={own} />;
  if (isDead && actionData === undefined)
    return (
      <AccountPage origin={origin} title={t("ownDonations.dead")} text={t("ownDonations.deadText")}>
        <p>
          <a className="button" href={localAddress(language, "/my-donations")}>
            {t("ownDonations.again")}
          </a>
        </p>
      </AccountPage>
    );
  return (
    <AccountPage origin={origin} title={t("ownDonations.title")} text={t("ownDonations.text")}>
      {here.length > 0 && <MadeHere donations={here} />}
      <AskForm
        refused={actionData?.kind === "refused" ? actionData : null}
        isAsked={actionData?.kind === "asked"}
      />
      {here.length === 0 && <MadeHere donations={here} />}
    </AccountPage>
  );
}
