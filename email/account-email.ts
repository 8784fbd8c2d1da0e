import type { AccountEmail, Email } from "#domain/mail/messages.ts";
import type { Content } from "./frame.ts";
import { words } from "./words/words.ts";

export function accountEmail(kind: AccountEmail, { language }: Email, url: string): Content {
  const { greeting, orOpen, account } = words[language];
  const said = account[kind];
  return {
    subject: said.subject,
    parts: [
      { kind: "text", text: greeting },
      { kind: "text", text: said.text },
      ...(said.limits === null ? [] : [{ kind: "small" as const, text: said.limits }]),
      { kind: "link", label: said.open, url, orOpen },
      { kind: "small", text: said.notYou },
    ],
  };
}
