import { dayOf, formatDay } from "#domain/system/calendar.ts";
import { add, formatMoney } from "#domain/money/money.ts";
import { isByHand } from "#domain/donations/offline.ts";
import { maskPhone } from "#domain/payments/phone.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { useFund } from "#app/site/fund.ts";
import { Written } from "#app/site/translated-text.tsx";
import { donorLine } from "#app/site/donate/check/donor-line.ts";
import type { KnownDonation } from "#app/site/donate/waiting/known-donation.server.ts";
import { timeOf } from "#app/site/donate/waiting/time-of.ts";

type Line = [label: string, value: React.ReactNode, strong?: boolean];

/** The lines of a receipt. Only the donor sees the lines about the person. */
export function ReceiptLines({ gift }: { gift: KnownDonation }) {
  const t = useText();
  const language = useLanguage();
  const fund = useFund();
  const { person, payment } = gift;
  const paid = isByHand(payment.method)
    ? formatDay(dayOf(gift.createdAt), language)
    : timeOf(gift.completedAt ?? gift.createdAt, language);
  const status = {
    pending: t(payment.paidOtherAmount ? "giving.receipt.lookedInto" : "giving.receipt.pending"),
    failed: t("giving.receipt.failed"),
    completed: t("giving.receipt.paid"),
  }[gift.status];
  const movedFrom: Line[] =
    gift.givenTo === null
      ? []
      : [[t("giving.receipt.movedFrom"), <Written key="given" text={gift.givenTo} />]];
  const lines: Line[] = [
    [t("giving.receipt.campaign"), <Written key="campaign" text={gift.campaign.title} />],
    ...movedFrom,
    [t("giving.receipt.gift"), formatMoney(gift.gift, language)],
  ];
  if (gift.fee.amount > 0n) lines.push([t("giving.receipt.fee"), formatMoney(gift.fee, language)]);
  const total = t(gift.status === "completed" ? "giving.receipt.total" : "giving.check.total");
  lines.push([total, formatMoney(add(gift.gift, gift.fee), language), true]);
  if (gift.refunded.amount > 0n)
    lines.push([t("giving.receipt.refunded"), formatMoney(gift.refunded, language)]);
  lines.push([
    t("giving.receipt.status"),
    gift.reversedAt === null
      ? status
      : t("giving.receipt.givenBack", { date: formatDay(dayOf(gift.reversedAt), language) }),
  ]);
  lines.push([t("giving.receipt.date"), paid]);
  if (gift.receiptNumber !== null) lines.push([t("giving.receipt.number"), String(gift.receiptNumber)]);
  lines.push([t("giving.result.reference"), gift.orderId]);
  if (payment.operatorReference !== null)
    lines.push([t("giving.receipt.provider"), payment.operatorReference]);
  lines.push([
    t("giving.receipt.paidBy"),
    payment.network === null
      ? t(`giving.receipt.${payment.method}`)
      : t("giving.receipt.mobileBy", { network: t(`giving.networks.${payment.network}`) }) +
        (person?.phone ? ` · ${maskPhone(person.phone)}` : ""),
  ]);
  if (person !== null) {
    lines.push([t("giving.receipt.donor"), donorLine(t, person.name, person.graduationYear)]);
    if (person.email !== null) lines.push([t("giving.email"), person.email]);
    if (person.message !== null) lines.push([t("giving.receipt.message"), person.message]);
  }
  return (
    <section className="receipt" aria-label={t("giving.receipt.title")}>
      <p className="receipt-fund">{fund}</p>
      <dl className="gift-lines">
        {lines.map(([label, value, strong]) => (
          <div key={label} className={strong ? "gift-total" : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {gift.status === "completed" && gift.reversedAt === null && (
        <p className="receipt-thanks">{t("giving.receipt.thanks")}</p>
      )}
      {person === null && <p className="field-hint">{t("giving.receipt.private")}</p>}
    </section>
  );
}
