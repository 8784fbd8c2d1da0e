import { add, formatMoney } from "#domain/money/money.ts";
import { maskPhone } from "#domain/payments/phone.ts";
import { Island } from "#app/islands/island.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { waitingAddress } from "#app/site/donate/form/donation-addresses.ts";
import type { VisibleDonation } from "#app/site/donate/waiting/find-donation.server.ts";
import { useSite } from "#app/site/fund.ts";
import { PrintButton } from "#app/ui/print-button.tsx";
import { mayTryAgain, type Kind } from "./kind.ts";

type Props = { kind: Kind; donation: VisibleDonation | null; isFresh: boolean };

export function Actions({ kind, donation, isFresh }: Props) {
  const language = useLanguage();
  if (donation === null) return null;
  const donate = localAddress(language, `/campaigns/${donation.campaign.id}/donate`);
  if (kind === "processing") return <CheckAgain donation={donation} isFresh={isFresh} donate={donate} />;
  if (kind === "failed") return <TryAgain donation={donation} donate={donate} />;
  return <AfterDonation donate={donate} />;
}

function CheckAgain({
  donation,
  isFresh,
  donate,
}: {
  donation: VisibleDonation;
  isFresh: boolean;
  donate: string;
}) {
  const t = useText();
  const waiting = waitingAddress(useLanguage(), donation.orderId);
  return (
    <form className="result-actions" method="post" action={waiting}>
      <button className="button" type="submit">
        {t("giving.result.checkAgain")}
      </button>
      {isFresh && donation.payment.doubt === null && <a href={waiting}>{t("giving.result.toWaiting")}</a>}
      {mayTryAgain("processing", donation, isFresh) && (
        <a href={`${donate}?retry=${donation.orderId}`}>{t("giving.result.retry")}</a>
      )}
    </form>
  );
}

function TryAgain({ donation, donate }: { donation: VisibleDonation; donate: string }) {
  const t = useText();
  return (
    <div className="result-actions">
      <Retry donation={donation} donate={donate} />
      <a href={localAddress(useLanguage(), "/#large-donations")}>{t("giving.result.otherWay")}</a>
    </div>
  );
}

function AfterDonation({ donate }: { donate: string }) {
  const t = useText();
  return (
    <div className="result-actions">
      <Island name="print" plain of={PrintButton} props={{ label: t("giving.receipt.print") }} />
      <a className="button quiet" href={donate}>
        {t("giving.result.again")}
      </a>
    </div>
  );
}

/** Mobile donors can resend the same payment request. Others get the form with their values. */
function Retry({ donation, donate }: { donation: VisibleDonation; donate: string }) {
  const t = useText();
  const language = useLanguage();
  const { methods } = useSite();
  const form = `${donate}?retry=${donation.orderId}`;
  const phone = donation.person?.phone ?? null;
  if (phone === null || donation.payment.network === null || !methods.includes("push"))
    return (
      <a className="button" href={form}>
        {t("giving.result.retry")}
      </a>
    );
  const amount = formatMoney(add(donation.amount, donation.fee), language);
  return (
    <>
      <form
        className="push-again"
        method="post"
        action={localAddress(language, `/donations/${donation.orderId}/again`)}
      >
        <button className="button wide" type="submit">
          {t("giving.result.pushAgain")}
        </button>
        <p className="field-hint">{t("giving.result.pushAgainTo", { phone: maskPhone(phone), amount })}</p>
      </form>
      <a href={form}>{t("giving.result.changeFirst")}</a>
    </>
  );
}
