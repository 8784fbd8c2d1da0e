import { redirect } from "react-router";
import { dayOf, formatClock } from "#domain/system/calendar.ts";
import { add } from "#domain/money/money.ts";
import { findCampaign } from "#database/campaigns/public.ts";
import {
  contentContext,
  keepingContext,
  originContext,
  publicReads,
  whileReadingContext,
} from "#app/http/context.server.ts";
import { Island } from "#app/islands/island.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { Share } from "#app/site/campaigns/share.tsx";
import { useFund } from "#app/site/fund.ts";
import { PageHead } from "#app/site/page-head.tsx";
import cardStyles from "#app/site/campaigns/card.css?inline";
import shareStyles from "#app/site/campaigns/share.css?inline";
import { EarlierTryNotice } from "#app/site/donate/waiting/earlier-try.tsx";
import { ReloadFallback } from "#app/site/donate/waiting/reload-fallback.tsx";
import { useEnds } from "#app/site/donate/waiting/ends.ts";
import type { End } from "#app/site/donate/waiting/payment-end.ts";
import { StatusPoller } from "#app/site/donate/waiting/status-poller.tsx";
import { Actions } from "./actions.tsx";
import { Celebration } from "./celebrate.tsx";
import { ContactUs } from "./contact-us.tsx";
import { kindOf, mayTryAgain, safeAgain, type Kind } from "./kind.ts";
import { isUnfinished, titleOf, useMessage } from "./message.ts";
import { findVisibleDonation, type VisibleDonation } from "#app/site/donate/waiting/find-donation.server.ts";
import { OtherAmount, QuotedReference } from "./other-amount.tsx";
import { PayYourself } from "#app/site/donate/pay/pay-yourself.tsx";
import { ReceiptLines } from "#app/site/donate/receipt/lines.tsx";
import { openNumberAddress } from "#app/site/donate/form/donation-addresses.ts";
import { DonateFor } from "#app/site/donate/form/donate-for.tsx";
import { Thanks } from "./thanks.tsx";
import { TriedFor, triedForStyles } from "./tried-for.tsx";
import donationStyles from "#app/site/donate/form/donation-form.css?inline";
import donateStyles from "#app/site/donate/form/page.css?inline";
import earlierStyles from "#app/site/donate/waiting/earlier-try.css?inline";
import contactStyles from "./contact-us.css?inline";
import resultStyles from "./page.css?inline";
import type { Route } from "./+types/page";

export const handle = {
  policy: "everybody",
  styles:
    cardStyles +
    donationStyles +
    donateStyles +
    shareStyles +
    earlierStyles +
    contactStyles +
    triedForStyles +
    resultStyles,
  header: "no-donate",
  footer: "short",
};

/** Providers name the order differently when they redirect the browser here. */
const names = ["order_id", "transid", "transactionId", "TransactionId", "TransactionID", "Reference"];
/** Further query fields of providers. They only suggest that the visitor has just paid. */
const claims = [
  "status",
  "Status",
  "payment_status",
  "error",
  "ErrorMessage",
  "Message",
  "amount",
  "currency",
  "campaignTitle",
];

/** Milliseconds: as long as the waiting page waits. */
const stillWaits = 303_000;

export function loader(given: Route.LoaderArgs) {
  return given.context.get(whileReadingContext)(load(given));
}

async function load({ context, request, url }: Route.LoaderArgs) {
  const { searchParams } = url;
  context.get(keepingContext).never = true;
  const orderId = names.map((name) => searchParams.get(name)).find((each) => each) ?? null;
  const found = orderId === null ? "none" : await findVisibleDonation(context, request, orderId);
  const origin = context.get(originContext);
  const statusParam = searchParams.get("status");
  if (typeof found === "string") {
    const claimed = claims.some((name) => searchParams.has(name));
    const kind: Kind = orderId !== null ? "unknown" : claimed ? "processing" : "neutral";
    return {
      kind,
      donation: null,
      statusParam,
      failure: "refused" as const,
      campaign: null,
      bank: null,
      origin,
      isFresh: false,
      today: dayOf(new Date()),
    };
  }
  const { donation, failure } = found;
  const numberPage = openNumberAddress(languageOf(url.pathname), donation);
  if (numberPage !== null) throw redirect(numberPage, 303);
  const kind = kindOf(donation);
  const reads = context.get(publicReads);
  return {
    kind,
    donation,
    statusParam,
    failure,
    campaign: await findCampaign(reads, donation.campaign.id),
    bank: kind === "failed" ? await context.get(contentContext).bankDetails() : null,
    origin,
    isFresh: Date.now() - donation.payment.startedAt.getTime() < stillWaits,
    today: dayOf(new Date()),
  };
}

type Result = Route.ComponentProps["loaderData"];

export default function ResultPage({ loaderData }: Route.ComponentProps) {
  const { kind, donation, campaign, origin, today } = loaderData;
  const t = useText();
  const fund = useFund();
  const title = titleOf(loaderData, t);
  const isOpen = kind !== "success" || donation === null;
  return (
    <div
      className={isOpen && campaign ? "donate beside result wrap" : "donate result wrap"}
      data-result={kind}
      // Only in the donor's own browser.
      data-visit={
        kind === "success" && donation?.keyed ? `donation paid /donations/${donation.orderId}` : undefined
      }
    >
      <PageHead
        origin={origin}
        fund={fund}
        title={title}
        description={t("giving.result.neutralText")}
        hidden
      />
      {kind === "success" && donation !== null ? (
        <Success {...loaderData} title={title} donation={donation} />
      ) : (
        <>
          <h1 className={isUnfinished(loaderData) ? "unfinished" : undefined}>{title}</h1>
          <div className="result-main" data-once-ended={t("giving.result.details")}>
            <Open {...loaderData} />
            <NextSteps kind={kind} isOnly={donation === null} />
          </div>
          {campaign && <DonateFor campaign={campaign} today={today} />}
        </>
      )}
    </div>
  );
}

type Titled = Result & { title: string };

/** Sharing comes first, because now is when donors want to. The receipt is one press away. */
function Success({ title, donation, campaign, origin, isFresh }: Titled & { donation: VisibleDonation }) {
  const t = useText();
  return (
    <>
      <Thanks title={title} donation={donation} campaign={campaign} />
      <div className="thanks-next">
        {campaign !== null && (
          <Share campaign={campaign} origin={origin} reason={t("giving.result.shareReason")} />
        )}
        <Actions kind="success" donation={donation} isFresh={isFresh} />
        <Details donation={donation} />
        <NextSteps kind="success" isOnly={false} />
        {donation.person && (
          <Island name="thanks" plain now of={Celebration} props={{ order: donation.orderId }} />
        )}
      </div>
    </>
  );
}

/** The reason, whether to try again and whom to ask come before the details. */
function Open(result: Result) {
  const { kind, donation, campaign, bank, isFresh } = result;
  const t = useText();
  const isWaiting = kind === "processing" || kind === "unknown";
  const isHeld = donation?.isHeld ?? false;
  const isDoubted = donation?.payment.doubt === "other-amount";
  const isOther = kind === "processing" && isDoubted;
  return (
    <>
      {donation !== null && campaign !== null && (
        <TriedFor donation={donation} campaign={campaign} withoutAmount={isDoubted} />
      )}
      {donation !== null && <EarlierTryNotice donation={donation} />}
      {/* Staff must decide about a different amount, so there is no status to follow. */}
      {isOther && donation !== null ? <OtherAmount donation={donation} /> : <Message result={result} />}
      {donation?.isRequestSent && mayTryAgain(kind, donation, isFresh) && (
        <p>{t("giving.result.bothPaid")}</p>
      )}
      <WhenSafe result={result} />
      {!(kind === "failed" && isHeld) && <Actions kind={kind} donation={donation} isFresh={isFresh} />}
      {isOther && donation !== null && <QuotedReference donation={donation} />}
      {(isWaiting || kind === "failed") && <ContactUs reference={donation?.quoted ?? null} />}
      {bank !== null && donation !== null && !isHeld && (
        <PayYourself
          bank={bank}
          amount={add(donation.amount, donation.fee)}
          campaignId={donation.campaign.id}
        />
      )}
      {donation !== null && <Details donation={donation} />}
    </>
  );
}

function Details({ donation }: { donation: VisibleDonation }) {
  const t = useText();
  return (
    <details className="receipt-fold panel">
      <summary>{t("giving.result.details")}</summary>
      <ReceiptLines donation={donation} />
    </details>
  );
}

function WhenSafe({ result }: { result: Result }) {
  const t = useText();
  const language = useLanguage();
  const when = safeAgain(result);
  if (when === null) return null;
  return (
    <p className="result-safe">
      {when === "now"
        ? t("giving.result.safeNow")
        : t("giving.result.safeAt", { time: formatClock(when, language) })}
    </p>
  );
}

/** The result in words. While the payment is open, the page follows its status. */
function Message({ result }: { result: Result }) {
  const { kind, donation } = result;
  const t = useText();
  const text = useMessage(result);
  const ends = useEnds(donation?.orderId ?? "");
  const shown = shownEnd(kind, donation);
  const follows = kind === "processing" || shown ? donation : null;
  return (
    <>
      <p className="result-said">
        <span>{text}</span>
        {follows !== null && (
          <>
            {" "}
            <Island
              name="status-poller"
              plain
              now
              of={StatusPoller}
              props={{
                order: follows.orderId,
                ends,
                offline: t("giving.waiting.offline"),
                ...(shown && { shown }),
              }}
            />
          </>
        )}
      </p>
      {follows !== null && !shown && <ReloadFallback seconds={30} />}
    </>
  );
}

/** A provider can report a payment after a failure, and staff decide about a report that differs. */
function shownEnd(kind: Kind, donation: VisibleDonation | null): End | undefined {
  if (kind === "failed") return "failed";
  return kind === "processing" && donation?.payment.doubt === "other-report" ? "checking" : undefined;
}

/** Links to other pages: buttons if the page offers nothing else. */
function NextSteps({ kind, isOnly }: { kind: Kind; isOnly: boolean }) {
  const t = useText();
  const language = useLanguage();
  const look = isOnly ? "button quiet" : undefined;
  return (
    <p className="result-actions">
      {kind === "unknown" && (
        <a className="button" href={localAddress(language, "/#contact")}>
          {t("frame.contact")}
        </a>
      )}
      <a className={look} href={localAddress(language, "/campaigns")}>
        {t("giving.result.campaigns")}
      </a>
      <a className={look} href={localAddress(language, "/")}>
        {t("giving.result.home")}
      </a>
    </p>
  );
}
