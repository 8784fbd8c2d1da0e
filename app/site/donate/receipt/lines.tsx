import { dayOf, formatDay, formatMoment } from "#domain/system/calendar.ts";
import { add, formatMoney } from "#domain/money/money.ts";
import type { Language } from "#domain/content/language.ts";
import { isByHand } from "#domain/donations/offline.ts";
import { maskPhone } from "#domain/payments/phone.ts";
import { useLanguage, useText, type Translator } from "#app/messages/translator.tsx";
import { TranslatedText } from "#app/site/translated-text.tsx";
import { donorLine } from "#app/site/donate/check/donor-line.ts";
import type { VisibleDonation } from "#app/site/donate/waiting/find-donation.server.ts";

type Line = [label: string, value: React.ReactNode, strong?: boolean];

type Props = {
  donation: VisibleDonation;
  /** The page's heading has the number of the receipt. */
  isTitled?: boolean;
};

/** The amount comes first. Only the donor sees the lines about the person. */
export function ReceiptLines({ donation, isTitled = false }: Props) {
  const t = useText();
  const language = useLanguage();
  const lines = [
    ...amountLines(donation, t, language),
    ...statusLines(donation, t, language),
    ...paymentLines(donation, t, isTitled),
    ...personLines(donation, t),
  ];
  return (
    <section
      className="receipt"
      aria-label={t(donation.status === "completed" ? "giving.receipt.title" : "giving.receipt.donation")}
    >
      <dl className="donation-lines">
        {lines.map(([label, value, strong]) => (
          <div key={label} className={strong ? "donation-total" : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {donation.person === null && <p className="field-hint">{t("giving.receipt.private")}</p>}
    </section>
  );
}

function amountLines(donation: VisibleDonation, t: Translator, language: Language): Line[] {
  const { campaign, givenTo, amount, fee, refunded, reported, status, payment } = donation;
  const isOther = payment.doubt === "other-amount";
  const sum = status === "completed" ? "giving.receipt.total" : "giving.check.total";
  const total = t(isOther ? "giving.result.mismatchAsked" : sum);
  const lines: Line[] = [[total, formatMoney(add(amount, fee), language), status === "completed"]];
  if (isOther && reported !== null)
    lines.push([t("giving.result.mismatchCharged"), formatMoney(reported, language)]);
  lines.push([t("giving.receipt.campaign"), <TranslatedText key="campaign" text={campaign.title} />]);
  if (givenTo !== null)
    lines.push([t("giving.receipt.movedFrom"), <TranslatedText key="given" text={givenTo} />]);
  if (fee.amount > 0n) {
    lines.push([t("giving.receipt.donation"), formatMoney(amount, language)]);
    lines.push([t("giving.receipt.fee"), formatMoney(fee, language)]);
  }
  if (refunded.amount > 0n) lines.push([t("giving.receipt.refunded"), formatMoney(refunded, language)]);
  return lines;
}

function statusLines(donation: VisibleDonation, t: Translator, language: Language): Line[] {
  const { payment, status, reversedAt, createdAt, completedAt } = donation;
  const statuses = {
    pending: t(payment.doubt !== null ? "giving.receipt.lookedInto" : "giving.receipt.pending"),
    failed: t("giving.receipt.failed"),
    completed: t("giving.receipt.paid"),
  };
  const shown =
    reversedAt === null
      ? statuses[status]
      : t("giving.receipt.givenBack", { date: formatDay(dayOf(reversedAt), language) });
  const date = isByHand(payment.method)
    ? formatDay(dayOf(createdAt), language)
    : formatMoment(completedAt ?? createdAt, language);
  return [
    [t("giving.receipt.status"), shown],
    [t("giving.receipt.date"), date],
  ];
}

function paymentLines(donation: VisibleDonation, t: Translator, isTitled: boolean): Line[] {
  const { receiptNumber, payment, person } = donation;
  const { method, network } = payment;
  const lines: Line[] = [];
  if (receiptNumber !== null && !isTitled) lines.push([t("giving.receipt.number"), String(receiptNumber)]);
  if (donation.quoted !== null) lines.push([t("giving.result.reference"), donation.quoted]);
  const phone = person?.phone ? `, ${maskPhone(person.phone)}` : "";
  const paidBy =
    network === null
      ? t(`giving.receipt.${method}`)
      : t("giving.receipt.mobileBy", { network: t(`giving.networks.${network}`) }) + phone;
  lines.push([t("giving.receipt.paidBy"), paidBy]);
  return lines;
}

function personLines({ person }: VisibleDonation, t: Translator): Line[] {
  if (person === null) return [];
  const lines: Line[] = [[t("giving.receipt.donor"), donorLine(t, person.name, person.graduationYear)]];
  if (person.email !== null) lines.push([t("giving.email"), person.email]);
  if (person.message !== null) lines.push([t("giving.receipt.message"), person.message]);
  return lines;
}
