import { dayOf, formatDay, formatMoment } from "#domain/system/calendar.ts";
import { inLanguage, type Language } from "#domain/content/language.ts";
import type { Email, Receipt } from "#domain/mail/messages.ts";
import { add, formatMoney } from "#domain/money/money.ts";
import { isByHand } from "#domain/donations/offline.ts";
import type { Content } from "./frame.ts";
import { greet } from "./greet.ts";
import { words } from "./words/words.ts";

export function receipt(about: Receipt, { language, contact, fund }: Email, url: string): Content {
  const { orOpen, receipt: texts } = words[language];
  const campaign = inLanguage(about.campaign, language).text;
  const money = (amount: Receipt["amount"]) => formatMoney(amount, language);
  const hasFee = about.fee.amount > 0n;
  return {
    subject: texts.subject(campaign),
    parts: [
      ...greet(fund, about.donor, language),
      {
        kind: "text",
        text: `${texts.thanks(campaign)} ${inLanguage(fund.emailPrayer, language).text}`.trim(),
      },
      {
        kind: "facts",
        rows: [
          ...(about.number === null ? [] : [{ label: texts.number, value: String(about.number) }]),
          {
            label: isByHand(about.method) ? texts.ownReference : texts.reference,
            value: about.reference,
          },
          { label: texts.campaign, value: campaign },
          { label: texts.date, value: paidWhen(about, language) },
          { label: texts.method, value: texts.methods[about.method] },
          { label: texts.donation, value: money(about.amount), strong: true },
          ...(hasFee ? [{ label: texts.fee, value: money(about.fee) }] : []),
          { label: texts.total, value: money(add(about.amount, about.fee)) },
          ...(about.refunded === null
            ? []
            : [{ label: words[language].donation.refund, value: money(about.refunded) }]),
        ],
      },
      ...(about.requested === null
        ? []
        : [
            {
              kind: "text" as const,
              text: texts.arrived(money(about.requested), money(add(about.amount, about.fee))),
            },
          ]),
      ...(hasFee ? [{ kind: "small" as const, text: texts.feeAdded }] : []),
      { kind: "link", label: texts.open, url, orOpen },
      { kind: "small", text: texts.keep },
      { kind: "small", text: texts.complain([...contact.emails, ...contact.phones].join(", ")) },
    ],
  };
}

function paidWhen({ paidAt, method }: Receipt, language: Language): string {
  return isByHand(method) ? formatDay(dayOf(paidAt), language) : formatMoment(paidAt, language);
}
