import { inLanguage } from "#domain/content/language.ts";
import type { Email, MoveNotice, RefundNotice } from "#domain/mail/messages.ts";
import { formatMoney } from "#domain/money/money.ts";
import type { Content } from "./frame.ts";
import { greet } from "./greet.ts";
import { words } from "./words/words.ts";

export function donationMoved(notice: MoveNotice, email: Email, url: string): Content {
  const { language } = email;
  const texts = words[language].donation;
  const campaign = inLanguage(notice.campaign, language).text;
  return content(notice, email, url, {
    subject: texts.movedSubject(campaign),
    text: texts.moved,
    rows: [
      { label: texts.from, value: inLanguage(notice.from, language).text },
      { label: texts.to, value: campaign, strong: true },
      { label: texts.amount, value: formatMoney(notice.amount, language) },
    ],
  });
}

export function donationRefunded(notice: RefundNotice, email: Email, url: string): Content {
  const { language } = email;
  const texts = words[language].donation;
  const campaign = inLanguage(notice.campaign, language).text;
  const left = notice.left && formatMoney(notice.left, language);
  return content(notice, email, url, {
    subject: texts.refundedSubject(campaign),
    text: left === null ? texts.refunded : texts.refundedInPart,
    rows: [
      { label: texts.campaign, value: campaign },
      { label: texts.refund, value: formatMoney(notice.refunded, language), strong: true },
      ...(left === null ? [] : [{ label: texts.left, value: left }]),
    ],
  });
}

type NoticeParts = {
  subject: string;
  text: string;
  rows: { label: string; value: string; strong?: boolean }[];
};

function content(
  { donor, reference }: MoveNotice | RefundNotice,
  { language, contact, fund }: Email,
  url: string,
  { subject, text, rows }: NoticeParts,
): Content {
  const { orOpen, donation: texts, receipt } = words[language];
  return {
    subject,
    parts: [
      ...greet(fund, donor, language),
      { kind: "text", text },
      { kind: "facts", rows: [...rows, { label: receipt.reference, value: reference }] },
      { kind: "link", label: receipt.open, url, orOpen },
      { kind: "small", text: texts.ask([...contact.emails, ...contact.phones].join(", ")) },
    ],
  };
}
