import { add, formatMoney } from "#domain/money/money.ts";
import { maskPhone } from "#domain/payments/phone.ts";
import { findCampaign } from "#database/campaigns/public.ts";
import { readBankDetails } from "#database/content/home.ts";
import { keepingContext, originContext, publicReads } from "#app/http/context.server.ts";
import { Island } from "#app/islands/island.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { Share } from "#app/site/campaigns/share.tsx";
import { useFund, useSite } from "#app/site/fund.ts";
import { PageHead } from "#app/site/page-head.tsx";
import { useWritten } from "#app/site/translated-text.tsx";
import shareStyles from "#app/site/campaigns/share.css?inline";
import { PrintButton } from "#app/ui/print-button.tsx";
import { AskAgain } from "#app/site/donate/waiting/ask-again.tsx";
import { useEnds } from "#app/site/donate/waiting/ends.ts";
import { Following } from "#app/site/donate/waiting/status-poller.tsx";
import { waitingAddress } from "#app/site/donate/form/donation-addresses.ts";
import { Celebration } from "./celebrate.tsx";
import { knownDonation, type KnownDonation } from "#app/site/donate/waiting/known-donation.server.ts";
import { PayYourself } from "#app/site/donate/pay/pay-yourself.tsx";
import { ReceiptLines } from "#app/site/donate/receipt/lines.tsx";
import donationStyles from "#app/site/donate/form/donation-form.css?inline";
import donateStyles from "#app/site/donate/form/page.css?inline";
import resultStyles from "./page.css?inline";
import type { Route } from "./+types/page";

export const handle = {
  policy: "everybody",
  styles: donationStyles + donateStyles + shareStyles + resultStyles,
};

/** The names under which the order may come, by who sends the browser here. */
const names = ["order_id", "transid", "transactionId", "TransactionId", "TransactionID", "Reference"];
/** Further query fields of a provider. They only suggest that the visitor comes from paying. */
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

/** As long as the page that waits would still wait. */
const stillWaits = 303_000;

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { searchParams } = url;
  context.get(keepingContext).never = true;
  const orderId = names.map((name) => searchParams.get(name)).find((each) => each) ?? null;
  const found = orderId === null ? "none" : await knownDonation(context, request, orderId);
  const origin = context.get(originContext);
  const asked = searchParams.get("status");
  if (typeof found === "string") {
    const claimed = claims.some((name) => searchParams.has(name));
    const kind: Kind = orderId !== null ? "unknown" : claimed ? "processing" : "neutral";
    return {
      kind,
      known: null,
      asked,
      why: "refused" as const,
      campaign: null,
      bank: null,
      origin,
      isFresh: false,
    };
  }
  const { known, why } = found;
  const kind = kindOf(known);
  const reads = context.get(publicReads);
  return {
    kind,
    known,
    asked,
    why,
    campaign: await findCampaign(reads, known.campaign.id),
    bank: kind === "failed" ? await readBankDetails(reads) : null,
    origin,
    isFresh: Date.now() - known.payment.startedAt.getTime() < stillWaits,
  };
}

type Kind = "success" | "reversed" | "failed" | "processing" | "unknown" | "neutral";

function kindOf({ status, reversedAt }: KnownDonation): Kind {
  if (status === "completed") return reversedAt === null ? "success" : "reversed";
  return status === "failed" ? "failed" : "processing";
}

export default function Result({ loaderData }: Route.ComponentProps) {
  const { kind, known, asked, why, campaign, bank, origin, isFresh } = loaderData;
  const t = useText();
  const language = useLanguage();
  const fund = useFund();
  const written = useWritten();
  const ends = useEnds(known?.orderId ?? "");
  /** Of another amount nothing more comes but what staff decide. */
  const tryAgain = mayTryAgain(kind, known, isFresh);
  const follows = kind === "processing" && !known?.payment.paidOtherAmount ? known : null;
  /** If nothing else is offered, the links onward are not in small print. */
  const wayOn = known === null ? "button quiet" : undefined;
  const titles = {
    success: t("giving.result.successTitle"),
    reversed: t("giving.result.reversedTitle"),
    failed: t("giving.failureTitle"),
    processing: t("giving.result.processingTitle"),
    unknown: t("giving.unknownTitle"),
    neutral: t("giving.result.neutralTitle"),
  } satisfies Record<Kind, string>;
  return (
    <div className="donate result wrap" data-result={kind}>
      <PageHead
        origin={origin}
        fund={fund}
        title={titles[kind]}
        description={t("giving.result.neutralText")}
        hidden
      />
      <h1>{titles[kind]}</h1>
      <p className="result-said">
        {text()}
        {follows !== null && (
          <>
            {" "}
            <Island name="following" plain now of={Following} given={{ order: follows.orderId, ends }} />
          </>
        )}
      </p>
      {follows !== null && <AskAgain island="following" seconds={30} />}
      {known !== null && (
        <div className="panel">
          <ReceiptLines gift={known} />
        </div>
      )}
      {tryAgain && known !== null && known.asked && <p>{t("giving.result.bothPaid")}</p>}
      <Actions kind={kind} known={known} isFresh={isFresh} />
      {bank !== null && known !== null && (
        <PayYourself
          account={bank.mobileMoney}
          amount={add(known.gift, known.fee)}
          campaignId={known.campaign.id}
        />
      )}
      {kind === "success" && known?.person && (
        <Island name="thanks" plain now of={Celebration} given={{ order: known.orderId }} />
      )}
      {kind === "success" && campaign !== null && <Share campaign={campaign} origin={origin} />}
      <p className="result-actions">
        {kind === "unknown" && (
          <a className="button" href={localAddress(language, "/#contact")}>
            {t("frame.contact")}
          </a>
        )}
        <a className={wayOn} href={localAddress(language, "/campaigns")}>
          {t("giving.result.campaigns")}
        </a>
        <a className={wayOn} href={localAddress(language, "/")}>
          {t("giving.result.home")}
        </a>
      </p>
    </div>
  );

  function failed(message: string): string {
    if (known?.asked) return message;
    return known?.payment.method === "card"
      ? t("giving.cardStep.failed", { message })
      : `${t("answers.notInitiated")} ${message}`;
  }

  function waits(): string {
    if (known !== null && !known.asked) return t("giving.result.timeoutUnopened");
    if (tryAgain) return t("giving.result.lateText");
    if (asked === "timeout")
      return t(known?.isHosted ? "giving.result.timeoutHosted" : "giving.result.timeoutText");
    return t(asked === "manual_check" ? "giving.result.manualText" : "giving.result.processingText");
  }

  function text(): string {
    if (kind === "success" && known !== null)
      return t("giving.result.successText", {
        amount: formatMoney(add(known.gift, known.fee), language),
        campaign: written(known.campaign.title),
      });
    if (kind === "failed") return failed(t(`giving.failure.${why}`));
    if (kind === "processing") {
      if (known?.payment.paidOtherAmount)
        return t("giving.result.mismatchText", { amount: formatMoney(add(known.gift, known.fee), language) });
      // A letter comes only to whoever has left an address.
      const keeps = t(known?.person?.email ? "giving.result.keepsByMail" : "giving.result.keeps");
      return known === null ? waits() : `${waits()} ${keeps}`;
    }
    if (kind === "reversed") return t("giving.result.reversedText");
    return t(kind === "unknown" ? "giving.result.unknownText" : "giving.result.neutralText");
  }
}

/** For the donor: the prompt has gone from the phone, or there never was a page to pay on. */
function mayTryAgain(kind: Kind, known: KnownDonation | null, isFresh: boolean): boolean {
  if (kind !== "processing" || !known?.person || known.payment.paidOtherAmount) return false;
  return known.isHosted ? !known.asked : !isFresh;
}

function Actions({ kind, known, isFresh }: { kind: Kind; known: KnownDonation | null; isFresh: boolean }) {
  const t = useText();
  const language = useLanguage();
  if (known === null) return null;
  const donate = localAddress(language, `/campaigns/${known.campaign.id}/donate`);
  if (kind === "processing")
    return (
      <form className="result-actions" method="post" action={waitingAddress(language, known.orderId)}>
        <button className="button" type="submit">
          {t("giving.result.checkAgain")}
        </button>
        {isFresh && !known.payment.paidOtherAmount && (
          <a className="button quiet" href={waitingAddress(language, known.orderId)}>
            {t("giving.result.toWaiting")}
          </a>
        )}
        {mayTryAgain(kind, known, isFresh) && (
          <a className="button quiet" href={`${donate}?retry=${known.orderId}`}>
            {t("giving.result.retry")}
          </a>
        )}
      </form>
    );
  if (kind === "failed")
    return (
      <div className="result-actions">
        <Retry known={known} donate={donate} />
        <a className="button quiet" href={localAddress(language, "/#large-donations")}>
          {t("giving.result.otherWay")}
        </a>
      </div>
    );
  return (
    <div className="result-actions">
      {known.keyed !== null && (
        <a className="button quiet" href={localAddress(language, known.keyed)}>
          {t("giving.result.receipt")}
        </a>
      )}
      <Island name="print" plain of={PrintButton} given={{ label: t("giving.receipt.print") }} />
      <a className="button" href={donate}>
        {t("giving.result.again")}
      </a>
    </div>
  );
}

/** The same prompt by one press, for whoever gave; else the form, filled in. */
function Retry({ known, donate }: { known: KnownDonation; donate: string }) {
  const t = useText();
  const language = useLanguage();
  const { methods } = useSite();
  const form = `${donate}?retry=${known.orderId}`;
  const phone = known.person?.phone ?? null;
  if (phone === null || known.payment.network === null || !methods.includes("push"))
    return (
      <a className="button" href={form}>
        {t("giving.result.retry")}
      </a>
    );
  const amount = formatMoney(add(known.gift, known.fee), language);
  return (
    <>
      <form
        className="push-again"
        method="post"
        action={localAddress(language, `/donations/${known.orderId}/again`)}
      >
        <button className="button wide" type="submit">
          {t("giving.result.pushAgain")}
        </button>
        <p className="field-hint">{t("giving.result.pushAgainTo", { phone: maskPhone(phone), amount })}</p>
      </form>
      <a className="button quiet" href={form}>
        {t("giving.result.changeFirst")}
      </a>
    </>
  );
}
