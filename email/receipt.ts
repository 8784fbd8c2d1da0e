import { dayOf, formatDay, formatMoment } from "#domain/system/calendar.ts";
import { inLanguage, type Language } from "#domain/content/language.ts";
import type { Email, Receipt } from "#domain/mail/messages.ts";
import { add, formatMoney } from "#domain/money/money.ts";
import { isByHand } from "#domain/donations/offline.ts";
import type { Content } from "./frame.ts";
import { greet } from "./greet.ts";
import { words } from "./words/words.ts";

export function receipt(given: Receipt, { language, contact, fund }: Email, url: string): Content {
  const { orOpen, receipt: said } = words[language];
  const campaign = inLanguage(given.campaign, language).text;
  const money = (amount: Receipt["gift"]) => formatMoney(amount, language);
  const hasFee = given.fee.amount > 0n;
  return {
    subject: said.subject(campaign),
    parts: [
      ...greet(fund, given.donor, language),
      {
        kind: "text",
        text: `${said.thanks(campaign)} ${inLanguage(fund.emailPrayer, language).text}`.trim(),
      },
      {
        kind: "facts",
        rows: [
          ...(given.number === null ? [] : [{ label: said.number, value: String(given.number) }]),
          { label: said.reference, value: given.reference },
          { label: said.campaign, value: campaign },
          { label: said.date, value: paidWhen(given, language) },
          { label: said.method, value: said.methods[given.method] },
          ...(given.providerReference === null
            ? []
            : [
                {
                  label: isByHand(given.method) ? said.ownReference : said.providerReference,
                  value: given.providerReference,
                },
              ]),
          { label: said.gift, value: money(given.gift), strong: true },
          ...(hasFee
            ? [
                { label: said.fee, value: money(given.fee) },
                { label: said.total, value: money(add(given.gift, given.fee)) },
              ]
            : []),
          ...(given.refunded === null
            ? []
            : [{ label: words[language].donation.refund, value: money(given.refunded) }]),
        ],
      },
      ...(given.asked === null
        ? []
        : [
            {
              kind: "text" as const,
              text: said.arrived(money(given.asked), money(add(given.gift, given.fee))),
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
