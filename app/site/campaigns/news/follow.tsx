import { data } from "react-router";
import { z } from "zod";
import { AccountPage, accountStyles } from "#app/account/account-page.tsx";
import { EmailAsked, NoEmailYet } from "#app/account/email-asked.tsx";
import { placeOf } from "#app/account/place-of.server.ts";
import { answerWithWait } from "#app/http/ask-to-wait.server.ts";
import {
  clientContext,
  databaseContext,
  keepingContext,
  originContext,
  publicReads,
  sealContext,
} from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { translatorIn, useLanguage, useText } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { messageStyles } from "#app/site/message-page.tsx";
import { NoCampaign } from "#app/site/campaigns/no-campaign.tsx";
import { useTranslated } from "#app/site/translated-text.tsx";
import { findCampaign } from "#database/campaigns/public.ts";
import { isCampaignId } from "#domain/campaigns/categories.ts";
import { emailProblem } from "#domain/donations/read-donor.ts";
import { askToFollow } from "#operations/campaigns/followers/ask.ts";
import { FollowForm } from "./follow-form.tsx";
import type { Route } from "./+types/follow";

export const handle = { policy: "everybody", styles: accountStyles + messageStyles, footer: "short" };

export async function loader({ context, params }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const campaign = isCampaignId(params.id) ? await findCampaign(context.get(publicReads), params.id) : null;
  if (campaign === null) return data(null, { status: 404 });
  const { id, title, picture } = campaign;
  return { campaign: { id, title, picture }, origin: context.get(originContext) };
}

export async function action({ request, context, params, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const t = translatorIn(language);
  const form = await readForm(request, z.object({ email: z.string().default("") }));
  const email = (form.entered["email"] ?? "").trim();
  const refuse = (message: string, status: number) =>
    data({ kind: "refused" as const, message, email: email.slice(0, 300) }, { status });
  const problem = emailProblem(email);
  if (problem !== null) return refuse(t(`follow.errors.${problem}`), 400);
  const campaign = isCampaignId(params.id) ? await findCampaign(context.get(publicReads), params.id) : null;
  if (campaign === null) return data(null, { status: 404 });
  const asked = await askToFollow(
    context.get(databaseContext),
    context.get(sealContext),
    { campaignId: campaign.id, email, language },
    { place: placeOf(context.get(clientContext)) },
  );
  if (asked.kind === "limited")
    return refuse(t("follow.tooMany", answerWithWait(context, asked.retryAfter)), 429);
  return { kind: "asked" as const };
}

export default function FollowPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const written = useTranslated();
  if (loaderData === null) return <NoCampaign />;
  const { campaign, origin } = loaderData;
  const address = localAddress(language, `/campaigns/${campaign.id}`);
  const refused = actionData?.kind === "refused" ? actionData : null;
  return (
    <AccountPage
      origin={origin}
      title={t("follow.titleOf", { campaign: written(campaign.title) })}
      text={t("follow.text")}
      campaign={campaign}
    >
      {actionData?.kind === "asked" ? (
        <EmailAsked title={t("follow.asked")} text={t("follow.askedText")}>
          <a className="button quiet" href={`${address}/follow`}>
            {t("follow.again")}
          </a>
        </EmailAsked>
      ) : (
        <>
          <div className="panel form">
            <FollowForm campaignId={campaign.id} entered={refused?.email ?? ""} error={refused?.message} />
          </div>
          <NoEmailYet />
        </>
      )}
      <p className="account-links">
        <a href={address}>{t("follow.back")}</a>
      </p>
    </AccountPage>
  );
}
