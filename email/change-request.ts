import { inLanguage } from "#domain/content/language.ts";
import type { Email, Message } from "#domain/mail/messages.ts";
import { formatMoney } from "#domain/money/money.ts";
import { formatDay } from "#domain/system/calendar.ts";
import type { Content } from "./frame.ts";
import { words } from "./words/words.ts";

type Notice = Extract<Message, { kind: "change-request" | "change-request-waiting" }>;

export function changeRequestNotice(notice: Notice, { language }: Email, url: string): Content {
  const { greeting, orOpen, changeRequest: texts } = words[language];
  const { kind, status, organizer, goal, endDate, use, reason } = notice;
  const isForStaff = kind === "change-request-waiting";
  const campaign = inLanguage(notice.campaign, language).text;
  const change = (label: string, was: string, becomes: string) => ({
    label,
    value: texts.fromTo(was, becomes),
  });
  return {
    subject: isForStaff ? texts.waitingSubject(campaign) : texts.subjects[status](campaign),
    parts: [
      { kind: "text", text: greeting },
      { kind: "text", text: isForStaff ? texts.waiting : texts.texts[status] },
      {
        kind: "facts",
        rows: [
          { label: texts.campaign, value: campaign, strong: true },
          ...(isForStaff ? [{ label: texts.organizer, value: organizer }] : []),
          ...(goal === null
            ? []
            : [change(texts.goal, formatMoney(goal.was, language), formatMoney(goal.becomes, language))]),
          ...(endDate === null
            ? []
            : [
                change(texts.endDate, formatDay(endDate.was, language), formatDay(endDate.becomes, language)),
              ]),
          ...(use === null ? [] : [{ label: texts.use, value: use }]),
          ...(reason === "" ? [] : [{ label: texts.reason, value: reason }]),
        ],
      },
      { kind: "link", label: isForStaff ? texts.review : texts.open, url, orOpen },
    ],
  };
}
