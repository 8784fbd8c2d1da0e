import { data, redirect } from "react-router";
import { dayOf } from "#domain/system/calendar.ts";
import { giving, isCampaignId } from "#domain/campaigns/categories.ts";
import { isExternalId } from "#domain/donations/read-donor.ts";
import { findCampaign, listOpenElsewhere } from "#database/campaigns/public.ts";
import { findDraftOfOrder, findDraft } from "#database/donations/drafts.ts";
import { saveDraft } from "#operations/donations/save-draft.ts";
import { findDonation } from "#database/donations/details.ts";
import { findArrivedTry } from "#database/donations/earlier-try.ts";
import {
  databaseContext,
  keepingContext,
  originContext,
  publicReads,
  whileReadingContext,
} from "#app/http/context.server.ts";
import type { Entered, FormErrors } from "#app/http/form.server.ts";
import { translatorIn, useLanguage, useText } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { NoCampaign } from "#app/site/campaigns/no-campaign.tsx";
import { useFund } from "#app/site/fund.ts";
import { messageStyles } from "#app/site/message-page.tsx";
import { PageHead } from "#app/site/page-head.tsx";
import { useTranslated } from "#app/site/translated-text.tsx";
import cardStyles from "#app/site/campaigns/card.css?inline";
import formStyles from "#app/ui/form.css?inline";
import { pressAddress } from "#app/site/donate/check/begin.server.ts";
import { isKey, newKey, readEntered } from "./draft.server.ts";
import { checkAddress } from "./donation-addresses.ts";
import { Arrived } from "./arrived.tsx";
import { ClosedForm } from "./closed-form.tsx";
import { DonateFor } from "./donate-for.tsx";
import { DonationForm } from "./donation-form.tsx";
import { donationCampaign } from "./donation-fields.ts";
import { offeredMethods, wayForOthers } from "#app/giving/offered.server.ts";
import { isOwn } from "#app/giving/own-donations.server.ts";
import { prefilled, prefilledButPhone, prefilledFrom } from "./prefilled.ts";
import { readForm } from "./read-form.server.ts";
import donationStyles from "./donation-form.css?inline";
import donateStyles from "./page.css?inline";
import type { Route } from "./+types/page";

export const handle = {
  policy: "everyone",
  styles: cardStyles + formStyles + donationStyles + donateStyles + messageStyles,
  header: "reduced",
  footer: "short",
};

export function loader(given: Route.LoaderArgs) {
  return given.context.get(whileReadingContext)(load(given));
}

async function load({ context, params, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const keeping = context.get(keepingContext);
  keeping.subjects.add(`campaign:${params.id}`);
  const campaign = isCampaignId(params.id) ? await findCampaign(context.get(publicReads), params.id) : null;
  if (campaign === null) return data(null, { status: 404 });

  const db = context.get(databaseContext);
  const key = searchParams.get("draft") ?? "";
  const draft = isKey(key) ? await findDraft(db, key, campaign.id) : null;
  const ownDonation = async (order: string) => {
    const donation = isExternalId(order) ? await findDonation(db, order) : null;
    return donation !== null && isOwn(donation, request.headers.get("Cookie"), null) ? donation : null;
  };
  const failed = await ownDonation(searchParams.get("retry") ?? draft?.["retry"] ?? "");
  const wrongPhone = await ownDonation(searchParams.get("phone_of") ?? "");
  const repeated = failed ?? wrongPhone;
  const again =
    failed === null
      ? wrongPhone && prefilledButPhone(wrongPhone)
      : prefilledFrom(failed, await findDraftOfOrder(db, failed.orderId, pressAddress(failed.campaign.id)));
  const today = dayOf(new Date());
  const isOpen = giving(campaign, today) === "open";
  if (!isOpen) keeping.subjects.add("campaigns");
  return {
    campaign,
    arrived: repeated === null ? null : await findArrivedTry(db, repeated.orderId),
    others: isOpen ? [] : await listOpenElsewhere(context.get(publicReads), today, campaign),
    entered: draft ?? again ?? prefilled(searchParams, campaign.goal.currency),
    today,
    thisYear: new Date().getFullYear(),
    origin: context.get(originContext),
  };
}

type Wrong = { entered: Entered; errors: FormErrors } | null;

/** Stores a valid form as a draft, and requests no payment. The next page shows it for a check. */
export function action(given: Route.ActionArgs) {
  return given.context.get(whileReadingContext)(save(given));
}

async function save({ context, params, request, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const found = isCampaignId(params.id) ? await findCampaign(context.get(publicReads), params.id) : null;
  if (found === null) return data<Wrong>(null, { status: 404 });
  const campaign = donationCampaign(found);
  const entered = await readEntered(request);
  const reading = { t: translatorIn(language), language, thisYear: new Date().getFullYear() };
  const instead = await wayForOthers(context);
  const read = readForm(entered, { campaign, offered: offeredMethods(context), instead, ...reading });
  if (!read.ok) return data<Wrong>({ entered, errors: read.errors }, { status: 400 });
  const key = newKey();
  await saveDraft(context.get(databaseContext), key, campaign.id, entered);
  return redirect(checkAddress(language, campaign.id, key), 303);
}

export default function DonatePage({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData ? <Donate found={loaderData} wrong={actionData ?? null} /> : <NoCampaign />;
}

type Found = Exclude<Route.ComponentProps["loaderData"], null>;

function Donate({ found, wrong }: { found: Found; wrong: Wrong }) {
  const t = useText();
  const language = useLanguage();
  const written = useTranslated();
  const fund = useFund();
  const { campaign, arrived, today, origin } = found;
  const name = written(campaign.title);
  const isOpen = giving(campaign, today) === "open";
  const heading = isOpen ? t("giving.pageTitle", { campaign: name }) : name;
  return (
    <div className="donate beside wrap">
      <PageHead
        origin={origin}
        fund={fund}
        title={wrong === null ? heading : t("giving.errorTitle", { title: heading })}
        description={t("giving.description", { campaign: name })}
        hidden
      />
      {isOpen && (
        <p className="donate-back">
          <a href={localAddress(language, `/campaigns/${campaign.id}`)}>{t("giving.back")}</a>
        </p>
      )}
      <h1>{heading}</h1>
      <DonateFor campaign={campaign} today={today} />
      {arrived === null ? (
        <FormOrReason found={found} wrong={wrong} />
      ) : (
        <Arrived arrived={arrived} campaignId={campaign.id} />
      )}
    </div>
  );
}

function FormOrReason({ found, wrong }: { found: Found; wrong: Wrong }) {
  const { campaign, others, today, thisYear } = found;
  if (giving(campaign, today) !== "open")
    return <ClosedForm campaign={campaign} others={others} today={today} />;
  return (
    <div className="panel">
      <DonationForm
        campaign={donationCampaign(campaign)}
        entered={wrong?.entered ?? found.entered}
        errors={wrong?.errors ?? []}
        thisYear={thisYear}
      />
    </div>
  );
}
