import { data, redirect } from "react-router";
import { dayOf } from "#domain/system/calendar.ts";
import { add, formatMoney } from "#domain/money/money.ts";
import { findCampaign } from "#database/campaigns/public.ts";
import {
  collectingContext,
  contentContext,
  databaseContext,
  originContext,
  publicReads,
  whileReadingContext,
} from "#app/http/context.server.ts";
import { Island } from "#app/islands/island.tsx";
import { useLanguage, useText, type Translator } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { useFund, usePayee } from "#app/site/fund.ts";
import { PageHead } from "#app/site/page-head.tsx";
import { TranslatedText } from "#app/site/translated-text.tsx";
import { checkPayment } from "#operations/payments/check-status.ts";
import { EarlierTryNotice } from "./earlier-try.tsx";
import { ReloadFallback } from "./reload-fallback.tsx";
import { useEnds } from "./ends.ts";
import {
  openNumberAddress,
  resultAddress,
  waitingAddress,
} from "#app/site/donate/form/donation-addresses.ts";
import { DonateFor } from "#app/site/donate/form/donate-for.tsx";
import { findVisibleDonation, type VisibleDonation } from "./find-donation.server.ts";
import { PayYourself } from "#app/site/donate/pay/pay-yourself.tsx";
import { PaySummary } from "./pay-summary.tsx";
import { WaitingStatus } from "./status.tsx";
import cardStyles from "#app/site/campaigns/card.css?inline";
import donationStyles from "#app/site/donate/form/donation-form.css?inline";
import styles from "#app/site/donate/form/page.css?inline";
import earlierStyles from "./earlier-try.css?inline";
import progressStyles from "./in-progress.css?inline";
import waitingStyles from "./page.css?inline";
import type { Route } from "./+types/page";

export const handle = {
  policy: "everyone",
  styles: cardStyles + donationStyles + styles + earlierStyles + progressStyles + waitingStyles,
  header: "reduced",
  footer: "short",
};

/** In seconds after the start. */
const givesUpAfter = 3 + 60 * 5;

/** Milliseconds. Repeated presses of the button ask the provider no more often than this. */
const checksApart = 10_000;

/** Reads only the order from the query; everything else comes from our records. */
export function loader(given: Route.LoaderArgs) {
  return given.context.get(whileReadingContext)(load(given));
}

async function load({ context, request, url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const orderId = url.searchParams.get("order_id") ?? "";
  const found = await findVisibleDonation(context, request, orderId);
  if (found === "limited") throw data(null, { status: 429 });
  if (found === "none") throw redirect(notFoundAddress(url, orderId), 303);
  const { donation } = found;
  if (donation.status === "completed")
    throw redirect(resultAddress(language, donation.orderId, "success"), 303);
  if (donation.status === "failed") throw redirect(resultAddress(language, donation.orderId, "failed"), 303);
  // No further update will come. The result page explains why.
  if (donation.payment.doubt !== null)
    throw redirect(resultAddress(language, donation.orderId, "manual_check"), 303);
  const numberPage = openNumberAddress(language, donation);
  if (numberPage !== null) throw redirect(numberPage, 303);
  const age = Math.max(0, Math.floor((Date.now() - donation.payment.startedAt.getTime()) / 1000));
  if (age >= givesUpAfter) throw redirect(resultAddress(language, donation.orderId, "timeout"), 303);
  const bank = donation.payment.method === "mobile" ? await context.get(contentContext).bankDetails() : null;
  const campaign = await findCampaign(context.get(publicReads), donation.campaign.id);
  return { donation, age, bank, campaign, today: dayOf(new Date()), origin: context.get(originContext) };
}

/** The donor pressed the button: asks the provider now, unless it was asked just before. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const orderId = url.searchParams.get("order_id") ?? "";
  const find = () => context.get(whileReadingContext)(findVisibleDonation(context, request, orderId));
  const found = await find();
  if (typeof found === "string") throw redirect(notFoundAddress(url, orderId), 303);
  if (found.donation.status === "pending")
    await checkPayment(
      context.get(databaseContext),
      context.get(collectingContext),
      found.reference,
      () => new Date(),
      checksApart,
    );
  const now = await find();
  const numberPage = typeof now === "string" ? null : openNumberAddress(language, now.donation);
  if (numberPage !== null) throw redirect(numberPage, 303);
  const status = typeof now === "string" ? "pending" : now.donation.status;
  const shown = { pending: "manual_check", completed: "success", failed: "failed" } as const;
  throw redirect(resultAddress(language, found.donation.orderId, shown[status]), 303);
}

function notFoundAddress(url: URL, orderId: string): string {
  const query = orderId === "" ? "" : `?order_id=${encodeURIComponent(orderId.slice(0, 100))}`;
  return localAddress(languageOf(url.pathname), `/payment-response${query}`);
}

type Loaded = Route.ComponentProps["loaderData"];

export default function WaitingPage({ loaderData }: Route.ComponentProps) {
  const { donation, bank, campaign, today, origin } = loaderData;
  const t = useText();
  const fund = useFund();
  const payee = usePayee();
  return (
    <div className="donate beside waiting wrap" data-unsure={isUnsure(donation) ? "" : undefined}>
      <PageHead
        origin={origin}
        fund={fund}
        title={t("giving.waiting.title")}
        description={t("giving.waiting.keeps")}
        hidden
      />
      {/* With script the island follows the status, so the page need not reload. */}
      <ReloadFallback seconds={5} />
      <h1>{t("giving.waiting.title")}</h1>
      <div className="panel">
        <PaySummary donation={donation} />
        <EarlierTryNotice donation={donation} />
        <FollowedStatus {...loaderData} />
        <p className="field-hint waiting-keeps">{t("giving.waiting.keeps")}</p>
        {donation.isHosted ? (
          <Hosted donation={donation} payee={payee} />
        ) : (
          <LookAtPhone donation={donation} payee={payee} />
        )}
        <DonationLines donation={donation} />
        {donation.isHosted ? <HostedNotice /> : <NoRequest donation={donation} />}
      </div>
      {campaign && <DonateFor campaign={campaign} today={today} isTitled />}
      <PayYourself
        bank={mustNotPayAgain(donation) ? null : bank}
        amount={add(donation.amount, donation.fee)}
        campaignId={donation.campaign.id}
        stillBy={isUnopened(donation) ? undefined : donation.isHosted ? "page" : "prompt"}
      />
    </div>
  );
}

const isUnsure = ({ payment }: VisibleDonation) =>
  payment.status === "unknown" || payment.status === "initiated";
const isUnopened = ({ isHosted, isRequestSent }: VisibleDonation) => isHosted && !isRequestSent;

/** While the page says so, it offers no second way to pay. */
const mustNotPayAgain = (donation: VisibleDonation) =>
  donation.mustNotPay ||
  (isUnsure(donation) && !donation.isHosted) ||
  (donation.earlierTry !== null && donation.earlierTry.kind !== "unpaid");

function FollowedStatus({ donation, age }: Pick<Loaded, "donation" | "age">) {
  const t = useText();
  const language = useLanguage();
  const props = {
    address: waitingAddress(language, donation.orderId),
    order: donation.orderId,
    ends: useEnds(donation.orderId),
    silence: {
      address: resultAddress(language, donation.orderId, "timeout"),
      text: t("giving.waiting.noAnswer"),
    },
    age,
    words: {
      status: statusTexts(donation, t),
      elapsed: t("giving.waiting.elapsed", { time: "{time}" }),
      checkNow: t("giving.waiting.checkNow"),
      offline: t("giving.waiting.offline"),
    },
  };
  return <Island name="waiting" plain now of={WaitingStatus} props={props} />;
}

function statusTexts(donation: VisibleDonation, t: Translator): [string, string, string] {
  const notPaid = t("giving.waiting.hosted0");
  if (isUnopened(donation) || (donation.isHosted && donation.mustNotPay)) return [notPaid, notPaid, notPaid];
  if (donation.isHosted) return [notPaid, t("giving.waiting.hosted30"), t("giving.waiting.hosted90")];
  const first = t(isUnsure(donation) ? "answers.unsure" : "giving.waiting.status0");
  return [first, t("giving.waiting.status30"), t("giving.waiting.status90")];
}

function DonationLines({ donation }: { donation: VisibleDonation }) {
  const t = useText();
  return (
    <dl className="donation-lines">
      <div>
        <dt>{t("giving.check.campaign")}</dt>
        <dd>
          <TranslatedText text={donation.campaign.title} />
        </dd>
      </div>
    </dl>
  );
}

function HostedNotice() {
  const t = useText();
  return (
    <details className="pay-help">
      <summary>{t("giving.waiting.important")}</summary>
      <p>{t("giving.waiting.importantHosted")}</p>
    </details>
  );
}

/** For donors whose phone shows nothing. The dialog takes it over. */
function NoRequest({ donation }: { donation: VisibleDonation }) {
  const t = useText();
  const form = localAddress(useLanguage(), `/campaigns/${donation.campaign.id}/donate`);
  return (
    <details className="pay-help" data-pay-later="">
      <summary>{t("giving.waiting.noRequest")}</summary>
      <h3>{t("giving.waiting.nextStep")}</h3>
      <p>{t("giving.waiting.nextStepText")}</p>
      <h3>{t("giving.waiting.important")}</h3>
      <p>{t("giving.waiting.importantText")}</p>
      {donation.person?.phone && !donation.mustNotPay && (
        <a href={`${form}?phone_of=${donation.orderId}`}>{t("giving.waiting.wrongNumber")}</a>
      )}
    </details>
  );
}

function LookAtPhone({ donation, payee }: { donation: VisibleDonation; payee: string }) {
  const t = useText();
  const language = useLanguage();
  const amount = formatMoney(add(donation.amount, donation.fee), language);
  const { network } = donation.payment;
  return (
    <>
      <h2 className="waiting-look">{t("giving.waiting.look")}</h2>
      <ol className="waiting-steps">
        <li>
          {network === null
            ? t("giving.waiting.promptPlain", { amount, payee })
            : t("giving.waiting.prompt", { network: t(`giving.networks.${network}`), amount, payee })}
        </li>
        <li>{t("giving.waiting.pin")}</li>
      </ol>
    </>
  );
}

function Hosted({ donation, payee }: { donation: VisibleDonation; payee: string }) {
  const t = useText();
  const language = useLanguage();
  const amount = formatMoney(add(donation.amount, donation.fee), language);
  if (donation.mustNotPay) return null;
  if (!donation.isRequestSent) return <p>{t("giving.waiting.unopened")}</p>;
  return (
    <>
      <p>
        <b>{t("giving.waiting.hostedAsks", { amount, payee })}</b>
      </p>
      <p>{t("giving.waiting.hosted")}</p>
      {donation.pageUrl !== null && (
        <a className="button wide" href={donation.pageUrl} rel="noreferrer">
          {t("giving.waiting.resume")}
        </a>
      )}
    </>
  );
}
