import { formatDay } from "#domain/system/calendar.ts";
import type { Email, Message, SubmissionNotice } from "#domain/mail/messages.ts";
import type { Content } from "./frame.ts";
import { words } from "./words/words.ts";

/** To the organizer, after each step of the review. */
export function submissionNotice(notice: SubmissionNotice, { language }: Email, url: string): Content {
  const { greeting, orOpen, submission: texts } = words[language];
  const { event, title, reason, answerBy } = notice;
  const answer = answerBy === null ? "" : formatDay(answerBy, language);
  return {
    subject: texts.subjects[event](title),
    parts: [
      { kind: "text", text: greeting },
      { kind: "text", text: texts.texts[event] },
      {
        kind: "facts",
        rows: [
          { label: texts.campaign, value: title, strong: true },
          ...(event === "received" ? [{ label: texts.answerBy, value: answer }] : []),
          ...(reason === "" ? [] : [{ label: texts.reason, value: reason }]),
        ],
      },
      { kind: "link", label: texts.open[event], url, orOpen },
    ],
  };
}

type Waiting = Extract<Message, { kind: "submission-waiting" | "submission-overdue" }>;

/** To all staff. */
export function waitingSubmission(notice: Waiting, { language }: Email, url: string): Content {
  const { greeting, orOpen, submission: texts } = words[language];
  const { kind, title, organizer, isNewVersion, answerBy } = notice;
  const isOverdue = kind === "submission-overdue";
  const text = isNewVersion ? texts.waitingAgain : texts.waiting;
  return {
    subject: isOverdue ? texts.overdueSubject(title) : texts.waitingSubject(title),
    parts: [
      { kind: "text", text: greeting },
      { kind: "text", text: isOverdue ? texts.overdue : text },
      {
        kind: "facts",
        rows: [
          { label: texts.campaign, value: title, strong: true },
          { label: texts.organizer, value: organizer },
          ...(answerBy === null ? [] : [{ label: texts.answerBy, value: formatDay(answerBy, language) }]),
        ],
      },
      { kind: "link", label: texts.review, url, orOpen },
    ],
  };
}
