import { data, redirect, type RouterContextProvider } from "react-router";
import { isCampaignId, type Campaign } from "#domain/campaigns/categories.ts";
import type { Language } from "#domain/content/language.ts";
import type { Donor } from "#domain/donations/read-donor.ts";
import { findCampaign } from "#database/campaigns/public.ts";
import { findBegun } from "#database/donations/status.ts";
import { databaseTime } from "#database/clock.ts";
import { findArrivedTry, standingOfTries } from "#database/donations/earlier-try.ts";
import { findDraft } from "#database/donations/drafts.ts";
import {
  challengeKeyContext,
  clientContext,
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
import { MessagePage, messageStyles } from "#app/site/message-page.tsx";
import { PageHead } from "#app/site/page-head.tsx";
import { useTranslated } from "#app/site/translated-text.tsx";
import formStyles from "#app/ui/form.css?inline";
import { challengeFor, countedForCard } from "#operations/donations/card-testing-guard.ts";
import { requestChallenge } from "#operations/donations/unpaid-request-guard.ts";
import { beginOnPage, pressAddress } from "./begin.server.ts";
import { CheckForm } from "./form.tsx";
import { Arrived } from "#app/site/donate/form/arrived.tsx";
import { isKey, readEntered } from "#app/site/donate/form/draft.server.ts";
import { formAddress, waitingAddress } from "#app/site/donate/form/donation-addresses.ts";
import { donationCampaign } from "#app/site/donate/form/donation-fields.ts";
import type { WrongMobileForm } from "#app/site/donate/form/mobile-form.tsx";
import { offeredMethods, wayForOthers } from "#app/giving/offered.server.ts";
import { ownRetry, rememberDonation } from "#app/giving/own-donations.server.ts";
import type { CardHolder } from "#app/giving/read-card-holder.server.ts";
import type { FilledDonation } from "#app/giving/read-donation.server.ts";
import { readForm, readHolderForm } from "#app/site/donate/form/read-form.server.ts";
import donationStyles from "#app/site/donate/form/donation-form.css?inline";
import donateStyles from "#app/site/donate/form/page.css?inline";
import payStyles from "#app/site/donate/pay/pay.css?inline";
import type { Route } from "./+types/page";

export const handle = {
  policy: "everyone",
  styles: formStyles + donationStyles + donateStyles + payStyles + messageStyles,
  header: "reduced",
  footer: "short",
};

type Context = Readonly<RouterContextProvider>;
type Absent = "no-campaign" | "gone";
type Params = Route.LoaderArgs["params"];

/** A separate page after a redirect, so that back, reload and a second tab send nothing again. */
export function loader(given: Route.LoaderArgs) {
  return given.context.get(whileReadingContext)(load(given));
}

async function load({ context, params, request, url }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const found = await findDrafted(context, params, request, url);
  if (typeof found === "string") return data<Absent>(found, { status: found === "gone" ? 410 : 404 });
  const challenge = await challengeOf(context, found.filled);
  const db = context.get(databaseContext);
  const retryOf = await ownRetry(db, found.draft["retry"] ?? "", request.headers.get("Cookie"));
  const arrived = retryOf === null ? null : await findArrivedTry(db, retryOf);
  const isOpen = retryOf !== null && (await standingOfTries(db, retryOf)) === "open";
  return { ...found, challenge, arrived, isOpen, key: params.key, origin: context.get(originContext) };
}

type Wrong = WrongMobileForm | null;

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const t = translatorIn(language);
  const entered = await readEntered(request);
  const whileReading = context.get(whileReadingContext);
  const found = await whileReading(findDrafted(context, params, request, url));
  if (typeof found === "string") return data<Wrong>(null, { status: found === "gone" ? 410 : 404 });
  const { campaign } = found;
  const shown = entered["proof"] ?? null;
  const wrong = (errors: FormErrors) => data<Wrong>({ entered, errors, challenge: shown }, { status: 400 });
  const draft = corrected(found.draft, entered);
  const read = await readDraft(context, draft, campaign, language);
  if (!read.ok) return wrong(read.errors);
  const filled = read.value;

  const card = filled.way.method === "card" ? readHolderForm(entered, filled.donor, t) : null;
  if (card !== null && !card.ok) return wrong(card.errors);

  const db = context.get(databaseContext);
  const retry = entered["retry"] ?? draft["retry"] ?? "";
  const begun = await beginOnPage(context, {
    campaignId: campaign.id,
    filled: { ...filled, donor: withReceiptEmail(filled.donor, card?.value ?? null) },
    cardHolder: card?.value ?? null,
    retryOf: await whileReading(ownRetry(db, retry, request.headers.get("Cookie"))),
    entered: draft,
    // After a refusal by the provider, the dialog tries again under a new key.
    key: isKey(entered["key"] ?? "") ? (entered["key"] ?? params.key) : params.key,
    proof: shown,
    language,
  });
  if (begun.kind === "must-wait") {
    const { message, status, challenge } = begun;
    return data<Wrong>({ entered, errors: [], challenge, wait: message }, { status });
  }
  if (begun.kind === "not-begun") {
    const { title, field, message, status, arrived } = begun;
    return data<Wrong>(
      { title, entered, errors: [{ field, message }], challenge: shown, arrived },
      { status },
    );
  }
  return sendOn(request, begun.donation, begun.to);
}

/** The donor can still correct the phone and the network next to the button that requests the payment. */
function corrected(draft: Entered, { phone, network, suggested }: Entered): Entered {
  const isChosen = network !== undefined && network !== suggested;
  return { ...draft, ...(phone !== undefined && { phone }), ...(isChosen && { network }) };
}

/** The step for the card promises an anonymous donor a receipt at the email typed there. */
function withReceiptEmail(donor: Donor, card: CardHolder | null): Donor {
  const email = card?.payer.email ?? null;
  return donor.kind === "anonymous" && email !== null ? { ...donor, receiptEmail: email } : donor;
}

async function readDraft(context: Context, draft: Entered, campaign: Campaign, language: Language) {
  const t = translatorIn(language);
  return readForm(draft, {
    campaign: donationCampaign(campaign),
    offered: offeredMethods(context),
    instead: await wayForOthers(context),
    ...{ t, language, thisYear: new Date().getFullYear() },
  });
}

async function challengeOf(context: Context, { way, donor }: FilledDonation): Promise<string | null> {
  const db = context.get(databaseContext);
  const challengeKey = context.get(challengeKeyContext);
  const client = context.get(clientContext);
  const now = await databaseTime(db);
  if (way.method !== "card") return requestChallenge(db, challengeKey, client, now);
  const email = donor.kind === "anonymous" ? null : donor.email;
  return challengeFor(db, challengeKey, countedForCard(client, email), now);
}

/** The draft, ready to pay. If its donation already exists, redirects the donor to it. */
async function findDrafted(context: Context, params: Params, request: Request, url: URL) {
  const language = languageOf(url.pathname);
  const db = context.get(databaseContext);
  const campaign = isCampaignId(params.id) ? await findCampaign(context.get(publicReads), params.id) : null;
  if (campaign === null) return "no-campaign";
  if (!isKey(params.key)) return "gone";
  const continueDonation = async () => {
    const begun = await findBegun(db, { address: pressAddress(campaign.id), key: params.key });
    if (begun === null) return;
    const { externalId, receiptKey } = begun;
    const donation = receiptKey === null ? null : { externalId, receiptKey };
    throw sendOn(request, donation, waitingAddress(language, externalId));
  };
  if (request.method === "GET") await continueDonation();
  const draft = await findDraft(db, params.key, campaign.id);
  if (draft === null) {
    // A draft is deleted an hour after its payment.
    await continueDonation();
    return "gone";
  }
  const read = await readDraft(context, draft, campaign, language);
  // The campaign has changed since the form was checked.
  if (!read.ok) throw redirect(formAddress(language, campaign.id, params.key), 303);
  return { campaign, draft, filled: read.value };
}

function sendOn(
  request: Request,
  donation: { externalId: string; receiptKey: string } | null,
  to: string,
): Response {
  const headers = new Headers();
  if (donation !== null)
    headers.append("Set-Cookie", rememberDonation(request.headers.get("Cookie"), donation));
  return redirect(to, { status: 303, headers });
}

export default function CheckPage({ loaderData, actionData, params }: Route.ComponentProps) {
  if (loaderData === "no-campaign") return <NoCampaign />;
  if (loaderData === "gone") return <Gone campaignId={params.id} />;
  return <Check found={loaderData} wrong={actionData ?? null} />;
}

type Found = Exclude<Route.ComponentProps["loaderData"], Absent>;

function Check({ found, wrong }: { found: Found; wrong: Wrong }) {
  const { campaign, draft, filled, isOpen, key, origin } = found;
  const t = useText();
  const language = useLanguage();
  const written = useTranslated();
  const fund = useFund();
  const heading = t("giving.check.title");
  const arrived = wrong?.arrived ?? found.arrived;
  return (
    <div className="donate wrap">
      <PageHead
        origin={origin}
        fund={fund}
        title={
          wrong === null || wrong.wait !== undefined || arrived !== null
            ? heading
            : t("giving.errorTitle", { title: heading })
        }
        description={t("giving.description", { campaign: written(campaign.title) })}
        hidden
      />
      {/* The URL names the draft, so links to other sites must not send it. */}
      <meta name="referrer" content="same-origin" />
      <p>
        <a href={localAddress(language, `/campaigns/${campaign.id}`)}>{t("giving.back")}</a>
      </p>
      <h1>{heading}</h1>
      {arrived === null ? (
        <>
          <p className="lead">{t(isOpen ? "giving.check.earlierOpen" : "giving.check.text")}</p>
          <div className="panel">
            <CheckForm
              campaign={campaign}
              filled={filled}
              entered={{ phone: draft["phone"] ?? "", network: draft["network"] ?? "", ...wrong?.entered }}
              problem={wrong?.title}
              errors={wrong?.errors ?? []}
              wait={wrong?.wait}
              press={key}
              challenge={wrong === null ? found.challenge : wrong.challenge}
            />
          </div>
        </>
      ) : (
        <Arrived arrived={arrived} campaignId={campaign.id} isRefused={wrong !== null} />
      )}
    </div>
  );
}

function Gone({ campaignId }: { campaignId: string }) {
  const t = useText();
  const language = useLanguage();
  return (
    <MessagePage title={t("giving.check.gone")} text={t("giving.check.goneText")}>
      <a className="button" href={formAddress(language, campaignId)}>
        {t("giving.check.again")}
      </a>
    </MessagePage>
  );
}
