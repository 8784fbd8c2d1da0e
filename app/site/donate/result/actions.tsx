import { add, formatMoney } from "#domain/money/money.ts";
import { maskPhone } from "#domain/payments/phone.ts";
import { Island } from "#app/islands/island.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { waitingAddress } from "#app/site/donate/form/donation-addresses.ts";
import type { KnownDonation } from "#app/site/donate/waiting/known-donation.server.ts";
import { useSite } from "#app/site/fund.ts";
import { PrintButton } from "#app/ui/print-button.tsx";
import { mayTryAgain, type Kind } from "./kind.ts";

type Props = { kind: Kind; known: KnownDonation | null; isFresh: boolean };

export function Actions({ kind, known, isFresh }: Props) {
  const language = useLanguage();
  if (known === null) return null;
  const donate = localAddress(language, `/campaigns/${known.campaign.id}/donate`);
  if (kind === "processing") return <CheckAgain known={known} isFresh={isFresh} donate={donate} />;
  if (kind === "failed") return <TryAgain known={known} donate={donate} />;
  return <AfterDonation known={known} donate={donate} />;
}

function CheckAgain({ known, isFresh, donate }: { known: KnownDonation; isFresh: boolean; donate: string }) {
  const t = useText();
  const waiting = waitingAddress(useLanguage(), known.orderId);
  return (
    <form className="result-actions" method="post" action={waiting}>
      <button className="button" type="submit">
        {t("giving.result.checkAgain")}
      </button>
      {isFresh && !known.payment.paidOtherAmount && (
        <a className="button quiet" href={waiting}>
          {t("giving.result.toWaiting")}
        </a>
      )}
      {mayTryAgain("processing", known, isFresh) && (
        <a className="button quiet" href={`${donate}?retry=${known.orderId}`}>
          {t("giving.result.retry")}
        </a>
      )}
    </form>
  );
}

function TryAgain({ known, donate }: { known: KnownDonation; donate: string }) {
  const t = useText();
  return (
    <div className="result-actions">
      <Retry known={known} donate={donate} />
      <a className="button quiet" href={localAddress(useLanguage(), "/#large-donations")}>
        {t("giving.result.otherWay")}
      </a>
    </div>
  );
}

function AfterDonation({ known, donate }: { known: KnownDonation; donate: string }) {
  const t = useText();
  const language = useLanguage();
  return (
    <div className="result-actions">
      {known.keyed !== null && (
        <a className="button quiet" href={localAddress(language, known.keyed)}>
          {t("giving.result.receipt")}
        </a>
      )}
      <Island name="print" plain of={PrintButton} props={{ label: t("giving.receipt.print") }} />
      <a className="button" href={donate}>
        {t("giving.result.again")}
      </a>
    </div>
  );
}

/** Mobile donors can resend the same payment request. Others get the form with their values. */
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
  const amount = formatMoney(add(known.amount, known.fee), language);
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
