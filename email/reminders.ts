import { inLanguage } from "#domain/content/language.ts";
import type { Email, ExpiringRuling, UnpublishedDraft } from "#domain/mail/messages.ts";
import { formatDay, formatMoment } from "#domain/system/calendar.ts";
import type { Content } from "./frame.ts";
import { words } from "./words/words.ts";

/** To the person who scheduled the change. */
export function draftNotPublished(
  { page, scheduledFor, failure }: UnpublishedDraft,
  { language }: Email,
  url: string,
): Content {
  const { greeting, orOpen, draft: texts } = words[language];
  return {
    subject: texts.subject(page),
    parts: [
      { kind: "text", text: greeting },
      { kind: "text", text: texts.failures[failure] },
      {
        kind: "facts",
        rows: [
          { label: texts.page, value: page, strong: true },
          { label: texts.scheduledFor, value: formatMoment(scheduledFor, language) },
        ],
      },
      { kind: "link", label: texts.open, url, orOpen },
    ],
  };
}

/** To all staff. */
export function rulingExpiring(
  { campaign, reviewer, expiresOn }: ExpiringRuling,
  { language }: Email,
  url: string,
): Content {
  const { greeting, orOpen, ruling: texts } = words[language];
  const title = inLanguage(campaign, language).text;
  return {
    subject: texts.subject(title),
    parts: [
      { kind: "text", text: greeting },
      { kind: "text", text: texts.text },
      {
        kind: "facts",
        rows: [
          { label: texts.campaign, value: title, strong: true },
          { label: texts.reviewer, value: reviewer },
          { label: texts.lastDay, value: formatDay(expiresOn, language) },
        ],
      },
      { kind: "link", label: texts.open, url, orOpen },
    ],
  };
}
