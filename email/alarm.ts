import type { Alarm } from "#domain/system/alarm.ts";
import { formatMoment } from "#domain/system/calendar.ts";
import type { Language } from "#domain/content/language.ts";
import type { AlarmNotice, Email } from "#domain/mail/messages.ts";
import type { Content } from "./frame.ts";
import { words } from "./words/words.ts";

export function alarm(notice: AlarmNotice, { language }: Email, url: string): Content {
  const { greeting, orOpen, alarm: texts } = words[language];
  const { title, text } = alarmWords(notice.alarm, language);
  const isOver = notice.state === "over";
  return {
    subject: texts.subjects[notice.state](title),
    parts: [
      { kind: "text", text: greeting },
      { kind: "text", text: isOver ? texts.over : text },
      {
        kind: "facts",
        rows: [
          { label: texts.since, value: formatMoment(notice.raisedAt, language) },
          ...(isOver && notice.endedAt !== null
            ? [{ label: texts.until, value: formatMoment(notice.endedAt, language) }]
            : []),
        ],
      },
      { kind: "link", label: texts.open, url, orOpen },
      { kind: "small", text: texts.why },
    ],
  };
}

export function alarmWords(alarm: Alarm, language: Language): { title: string; text: string } {
  const { titles, texts } = words[language].alarm;
  return { title: inWords(titles, alarm), text: inWords(texts, alarm) };
}

type WordsOf<Kinds extends Alarm["kind"]> = {
  [Kind in Kinds]: (alarm: Extract<Alarm, { kind: Kind }>) => string;
};

function inWords(each: WordsOf<Alarm["kind"]>, alarm: Alarm): string {
  switch (alarm.kind) {
    case "ledger":
      return each.ledger(alarm);
    case "ledger-unchecked":
      return each["ledger-unchecked"](alarm);
    case "provider-failing":
      return each["provider-failing"](alarm);
    case "provider-silent":
      return each["provider-silent"](alarm);
    case "mismatch":
      return each.mismatch(alarm);
    case "disk":
      return each.disk(alarm);
    case "backup":
      return each.backup(alarm);
    case "sign-ins":
      return each["sign-ins"](alarm);
    case "refusals":
      return each.refusals(alarm);
  }
}
