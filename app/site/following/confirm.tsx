import { data, redirect } from "react-router";
import { accountStyles, AccountPage } from "#app/account/account-page.tsx";
import { databaseContext, keepingContext, originContext, sealContext } from "#app/http/context.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { translatorIn, useLanguage, useText } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { AskForm } from "#app/site/own-donations/ask-form.tsx";
import { useTranslated } from "#app/site/translated-text.tsx";
import { findFollowLink } from "#database/donations/donor-links.ts";
import { confirmFollow } from "#operations/campaigns/followers/confirm.ts";
import { followerKey } from "#operations/campaigns/followers/key.ts";
import type { Route } from "./+types/confirm";

export const handle = { policy: "everyone", styles: accountStyles, footer: "short" };

/** A GET changes nothing, because mail scanners open links too. */
export async function loader({ context, url }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const campaign = await findFollowLink(context.get(databaseContext), url.searchParams.get("key") ?? "");
  return data(
    { origin: context.get(originContext), address: url.pathname + url.search, campaign },
    { status: campaign === null ? 404 : 200 },
  );
}

export async function action({ context, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const follower = await confirmFollow(context.get(databaseContext), url.searchParams.get("key") ?? "");
  if (follower === null) return data(null, { status: 404 });
  const key = encodeURIComponent(followerKey(context.get(sealContext), follower));
  const notice = noticeCookie({ tone: "success", title: translatorIn(language)("following.started") });
  return redirect(localAddress(language, `/following?key=${key}`), {
    status: 303,
    headers: { "Set-Cookie": notice },
  });
}

export default function ConfirmFollow({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const written = useTranslated();
  const { origin, address, campaign } = loaderData;
  if (campaign === null)
    return (
      <AccountPage origin={origin} title={t("follow.deadTitle")} text={t("follow.deadText")}>
        <AskForm refused={null} isAsked={false} />
        <p>
          <a href={localAddress(language, "/campaigns")}>{t("follow.campaigns")}</a>
        </p>
      </AccountPage>
    );
  return (
    <AccountPage
      origin={origin}
      title={t("follow.confirmTitle")}
      text={t("follow.confirmText", { campaign: written(campaign.title) })}
    >
      <form className="panel form" method="post" action={address}>
        <button className="button wide" type="submit">
          {t("follow.confirm")}
        </button>
      </form>
    </AccountPage>
  );
}
