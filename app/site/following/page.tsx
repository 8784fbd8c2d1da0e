import { data, redirect, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { accountStyles, AccountPage } from "#app/account/account-page.tsx";
import { databaseContext, keepingContext, originContext, sealContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { translatorIn, useText } from "#app/messages/translator.tsx";
import { languageOf } from "#app/site/address.ts";
import { listFollowing } from "#database/campaigns/followers.ts";
import { openFollowerKey } from "#operations/campaigns/followers/key.ts";
import { resubscribe } from "#operations/campaigns/followers/resubscribe.ts";
import { unsubscribe, unsubscribeFromAll } from "#operations/campaigns/followers/unsubscribe.ts";
import { AskForm } from "#app/site/own-donations/ask-form.tsx";
import { FollowingList } from "./following-list.tsx";
import styles from "./following.css?inline";
import type { Route } from "./+types/page";

export const handle = { policy: "everyone", styles: accountStyles + styles, footer: "short" };

/** The link of an update. It shows no address and no donation, because people forward updates. */
export async function loader({ context, url }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const origin = context.get(originContext);
  const found = await findFollower(context, url);
  if (found === null) return data({ origin, address: "", following: null }, { status: 404 });
  return data({ origin, address: url.pathname + url.search, following: found.following });
}

async function findFollower(context: Readonly<RouterContextProvider>, url: URL) {
  const key = openFollowerKey(context.get(sealContext), url.searchParams.get("key") ?? "");
  if (key === null) return null;
  const following = await listFollowing(context.get(databaseContext), key.email);
  return following.some(({ id }) => id === key.id) ? { email: key.email, following } : null;
}

const shape = z.object({
  intent: z.enum(["stop", "start", "stop-all"]),
  id: z
    .string()
    .regex(/^\d{1,18}$/)
    .default("0"),
});

export async function action({ request, context, url }: Route.ActionArgs) {
  const t = translatorIn(languageOf(url.pathname));
  const form = await readForm(request, shape);
  if (!form.ok) throw data(null, { status: 400 });
  const found = await findFollower(context, url);
  if (found === null) throw data(null, { status: 404 });
  const { intent, id } = form.value;
  const db = context.get(databaseContext);
  const one = { id: BigInt(id), email: found.email };
  if (intent === "stop") await unsubscribe(db, one);
  else if (intent === "start") await resubscribe(db, one);
  else await unsubscribeFromAll(db, found.email);
  const title = t(intent === "start" ? "following.started" : "following.stopped");
  return redirect(url.pathname + url.search, {
    status: 303,
    headers: { "Set-Cookie": noticeCookie({ tone: "success", title }) },
  });
}

export default function FollowingPage({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { origin, address, following } = loaderData;
  if (following === null)
    return (
      <AccountPage origin={origin} title={t("follow.deadTitle")} text={t("following.deadText")}>
        <AskForm refused={null} isAsked={false} />
      </AccountPage>
    );
  return (
    <AccountPage origin={origin} title={t("following.title")} text={t("following.text")}>
      {/* The URL opens this page, so links to other sites must not send it. */}
      <meta name="referrer" content="same-origin" />
      <FollowingList following={following} address={address} />
      <p>{t("following.keep")}</p>
    </AccountPage>
  );
}
