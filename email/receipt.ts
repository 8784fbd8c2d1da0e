import { dayOf, formatDay, formatMoment } from "#domain/system/calendar.ts";
import { inLanguage, type Language } from "#domain/content/language.ts";
import type { Email, Receipt } from "#domain/mail/messages.ts";
import { add, formatMoney } from "#domain/money/money.ts";
import { isByHand } from "#domain/donations/offline.ts";
import type { Content } from "./frame.ts";
import { greet } from "./greet.ts";
import { words } from "./words/words.ts";

export function receipt(about: Receipt, { language, contact, fund }: Email, url: string): Content {
  const { orOpen, receipt: said } = words[language];
  const campaign = inLanguage(about.campaign, language).text;
  const money = (amount: Receipt["amount"]) => formatMoney(amount, language);
  const hasFee = about.fee.amount > 0n;
  return {
    subject: said.subject(campaign),
    parts: [
      ...greet(fund, about.donor, language),
      {
        kind: "text",
        text: `${said.thanks(campaign)} ${inLanguage(fund.emailPrayer, language).text}`.trim(),
      },
      {
        kind: "facts",
        rows: [
          ...(about.number === null ? [] : [{ label: said.number, value: String(about.number) }]),
          { label: said.reference, value: about.reference },
          { label: said.campaign, value: campaign },
          { label: said.date, value: paidWhen(about, language) },
          { label: said.method, value: said.methods[about.method] },
          ...(about.providerReference === null
            ? []
            : [
                {
                  label: isByHand(about.method) ? said.ownReference : said.providerReference,
                  value: about.providerReference,
                },
              ]),
          { label: said.donation, value: money(about.amount), strong: true },
          ...(hasFee
            ? [
                { label: said.fee, value: money(about.fee) },
                { label: said.total, value: money(add(about.amount, about.fee)) },
              ]
            : []),
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
              text: said.arrived(money(about.requested), money(add(about.amount, about.fee))),
            },
          ]),
      ...(hasFee ? [{ kind: "small" as const, text: said.feeAdded }] : []),
      { kind: "link", label: said.open, url, orOpen },
      { kind: "small", text: said.keep },
      { kind: "small", text: said.complain([...contact.emails, ...contact.phones].join(", ")) },
    ],
  };
}

function paidWhen({ paidAt, method }: Receipt, language: Language): string {
  return isByHand(method) ? formatDay(dayOf(paidAt), language) : formatMoment(paidAt, language);
}
