import type { AccountEmail, Email } from "#domain/mail/messages.ts";
import type { Content } from "./frame.ts";
import { words } from "./words/words.ts";

export function accountEmail(kind: AccountEmail, { language }: Email, url: string): Content {
  const { greeting, orOpen, account } = words[language];
  const texts = account[kind];
  return {
    subject: texts.subject,
    parts: [
      { kind: "text", text: greeting },
      { kind: "text", text: texts.text },
      ...(texts.limits === null ? [] : [{ kind: "small" as const, text: texts.limits }]),
      { kind: "link", label: texts.open, url, orOpen },
      { kind: "small", text: texts.notYou },
    ],
  };
}
