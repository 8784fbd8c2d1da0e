import { inLanguage } from "#domain/content/language.ts";
import type { Email, NewsRequest, UpdateNotice } from "#domain/mail/messages.ts";
import { formatDay } from "#domain/system/calendar.ts";
import type { Content } from "./frame.ts";
import { words } from "./words/words.ts";

const longestExcerpt = 1_500;

export function campaignUpdate(
  { campaign, title, text, isAutomatic }: UpdateNotice,
  { language }: Email,
  url: string,
  unsubscribe: string,
): Content {
  const { greeting, orOpen, update: texts } = words[language];
  const about = inLanguage(campaign, language).text;
  return {
    subject: texts.subject(about, inLanguage(title, language).text),
    parts: [
      { kind: "text", text: greeting },
      { kind: "text", text: texts.news(about) },
      { kind: "text", text: inLanguage(title, language).text },
      { kind: "text", text: excerpt(inLanguage(text, language).text) },
      ...(isAutomatic ? [{ kind: "small" as const, text: texts.automatic }] : []),
      { kind: "link", label: texts.open, url, orOpen },
      { kind: "small", text: texts.why(about) },
      { kind: "small-link", label: texts.unsubscribe, url: unsubscribe },
    ],
  };
}

function excerpt(text: string): string {
  if (text.length <= longestExcerpt) return text;
  const cut = text.slice(0, longestExcerpt);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 1))}…`;
}

export function newsWanted(
  { campaigns, isOrganizer, daysUntilDigest }: NewsRequest,
  { language }: Email,
  url: string,
): Content {
  const { greeting, orOpen, newsWanted: texts } = words[language];
  return {
    subject: texts.subject(campaigns.length),
    parts: [
      { kind: "text", text: greeting },
      { kind: "text", text: isOrganizer ? texts.text : texts.textForStaff },
      {
        kind: "facts",
        rows: campaigns.map(({ title, day }) => ({
          label: texts.since(formatDay(day, language)),
          value: inLanguage(title, language).text,
        })),
      },
      { kind: "small", text: texts.digest(daysUntilDigest) },
      { kind: "link", label: texts.open, url, orOpen },
    ],
  };
}
