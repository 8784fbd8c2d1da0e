import type { AccessNotice, Email } from "#domain/mail/messages.ts";
import type { Content } from "./frame.ts";
import { words } from "./words/words.ts";

export function accessChanged(
  { change, about, by }: AccessNotice,
  { language }: Email,
  url: string,
): Content {
  const { greeting, orOpen, access: texts } = words[language];
  return {
    subject: texts.subject,
    parts: [
      { kind: "text", text: greeting },
      { kind: "text", text: texts.changes[change] },
      {
        kind: "facts",
        rows: [
          ...(about === null ? [] : [{ label: texts.account, value: about, strong: true }]),
          { label: texts.by, value: by ?? texts.operator },
        ],
      },
      { kind: "link", label: texts.open, url, orOpen },
      { kind: "small", text: texts.alarm },
    ],
  };
}
