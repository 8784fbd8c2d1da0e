import { inLanguage } from "#domain/content/language.ts";
import type { Email, MoveNews, RefundNews } from "#domain/mail/messages.ts";
import { formatMoney } from "#domain/money/money.ts";
import type { Content } from "./frame.ts";
import { greet } from "./greet.ts";
import { words } from "./words/words.ts";

export function donationMoved(news: MoveNews, email: Email, url: string): Content {
  const { language } = email;
  const said = words[language].donation;
  const campaign = inLanguage(news.campaign, language).text;
  return content(news, email, url, {
    subject: said.movedSubject(campaign),
    text: said.moved,
    rows: [
      { label: said.from, value: inLanguage(news.from, language).text },
      { label: said.to, value: campaign, strong: true },
      { label: said.amount, value: formatMoney(news.amount, language) },
    ],
  });
}

export function donationRefunded(news: RefundNews, email: Email, url: string): Content {
  const { language } = email;
  const said = words[language].donation;
  const campaign = inLanguage(news.campaign, language).text;
  const left = news.left && formatMoney(news.left, language);
  return content(news, email, url, {
    subject: said.refundedSubject(campaign),
    text: left === null ? said.refunded : said.refundedInPart,
    rows: [
      { label: said.campaign, value: campaign },
      { label: said.refund, value: formatMoney(news.refunded, language), strong: true },
      ...(left === null ? [] : [{ label: said.left, value: left }]),
    ],
  });
}

type News = { subject: string; text: string; rows: { label: string; value: string; strong?: boolean }[] };

function content(
  { donor, reference }: MoveNews | RefundNews,
  { language, contact, fund }: Email,
  url: string,
  { subject, text, rows }: News,
): Content {
  const { orOpen, donation: said, receipt } = words[language];
  return {
    subject,
    parts: [
      ...greet(fund, donor, language),
      { kind: "text", text },
      { kind: "facts", rows: [...rows, { label: receipt.reference, value: reference }] },
      { kind: "link", label: receipt.open, url, orOpen },
      { kind: "small", text: said.ask([...contact.emails, ...contact.phones].join(", ")) },
    ],
  };
}
