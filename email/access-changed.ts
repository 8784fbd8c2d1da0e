import type { AccessNews, Email } from "#domain/mail/messages.ts";
import type { Content } from "./frame.ts";
import { words } from "./words/words.ts";

export function accessChanged({ change, about, by }: AccessNews, { language }: Email, url: string): Content {
  const { greeting, orOpen, access: said } = words[language];
  return {
    subject: said.subject,
    parts: [
      { kind: "text", text: greeting },
      { kind: "text", text: said.changes[change] },
      {
        kind: "facts",
        rows: [
          ...(about === null ? [] : [{ label: said.account, value: about, strong: true }]),
          { label: said.by, value: by ?? said.operator },
        ],
      },
      { kind: "link", label: said.open, url, orOpen },
      { kind: "small", text: said.alarm },
    ],
  };
}
