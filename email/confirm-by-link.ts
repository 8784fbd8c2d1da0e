import type { Letter } from "#domain/mail.ts";
import type { Content } from "./frame.ts";
import { words } from "./words/words.ts";

export function passwordReset({ language }: Letter, url: string): Content {
  return confirmByLink(language, "passwordReset", url);
}

export function emailChange({ language }: Letter, url: string): Content {
  return confirmByLink(language, "emailChange", url);
}

function confirmByLink(
  language: Letter["language"],
  message: "passwordReset" | "emailChange",
  url: string,
): Content {
  const { greeting, orOpen, [message]: said } = words[language];
  return {
    subject: said.subject,
    parts: [
      { kind: "text", text: greeting(null) },
      { kind: "text", text: said.text },
      { kind: "small", text: said.limits },
      { kind: "link", label: said.open, url, orOpen },
      { kind: "small", text: said.notYou },
    ],
  };
}
