import { add, formatMoney } from "#domain/money/money.ts";
import { maskPhone } from "#domain/payments/phone.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { useFund, usePayee } from "#app/site/fund.ts";
import type { VisibleDonation } from "./find-donation.server.ts";

/** The request at a glance. The dialog takes it over from the waiting page. */
export function PaySummary({ donation }: { donation: VisibleDonation }) {
  const t = useText();
  const payee = usePayee();
  const payTo = payee === useFund() ? "giving.waiting.payTo" : "giving.waiting.payToShown";
  const { network } = donation.payment;
  const phone = donation.person?.phone ?? null;
  const parts = [
    network === null ? null : t(`giving.networks.${network}`),
    phone === null ? null : maskPhone(phone),
  ].filter((part) => part !== null);
  return (
    <div className="pay-summary" data-pay-summary="">
      <b>{formatMoney(add(donation.amount, donation.fee), useLanguage())}</b>
      <span>{t(payTo, { payee })}</span>
      {parts.length > 0 && <span>{parts.join(" · ")}</span>}
    </div>
  );
}
