import { inLanguage } from "#domain/content/language.ts";
import type { Letter } from "#domain/mail/messages.ts";
import { accessChanged } from "./access-changed.ts";
import { accountLetter } from "./account-letter.ts";
import { alarm } from "./alarm.ts";
import { write, type Content, type Written } from "./frame.ts";
import { donationMoved, donationRefunded } from "./donation-news.ts";
import { proposal } from "./proposal.ts";
import { receipt } from "./receipt.ts";
import { words } from "./words/words.ts";

/** Where the site is, and whether its payments are pretended. */
export type Place = { origin: string; pretended: boolean };

export function writeLetter(letter: Letter, { origin, pretended }: Place): Written {
  const { language, message } = letter;
  const fund = inLanguage(letter.fund, language).text;
  // The staff area stands in English only.
  const isForStaff = ["proposal", "alarm", "access-changed"].includes(message.kind);
  const prefix = language === "sw" && !isForStaff ? "/sw" : "";
  const url = origin + prefix + message.address;
  const content = contentOf(letter, url);
  const signed: Content = {
    ...content,
    parts: [...content.parts, { kind: "text", text: words[language].signed(fund) }],
  };
  const notice = pretended && message.kind === "receipt" ? words[language].pretended : null;
  return write(signed, { language, fund, notice });
}

function contentOf(letter: Letter, url: string): Content {
  const { message } = letter;
  switch (message.kind) {
    case "receipt":
      return receipt(message, letter, url);
    case "alarm":
      return alarm(message, letter, url);
    case "proposal":
      return proposal(message, letter, url);
    case "access-changed":
      return accessChanged(message, letter, url);
    case "donation-moved":
      return donationMoved(message, letter, url);
    case "donation-refunded":
      return donationRefunded(message, letter, url);
    default:
      return accountLetter(message.kind, letter, url);
  }
}
