import { inLanguage } from "#domain/content/language.ts";
import type { Email } from "#domain/mail/messages.ts";
import { accessChanged } from "./access-changed.ts";
import { accountEmail } from "./account-email.ts";
import { alarm } from "./alarm.ts";
import { write, type Content, type WrittenEmail } from "./frame.ts";
import { donationMoved, donationRefunded } from "./donation-notices.ts";
import { changeRequestNotice } from "./change-request.ts";
import { campaignUpdate, newsWanted } from "./updates.ts";
import { proposal } from "./proposal.ts";
import { receipt } from "./receipt.ts";
import { draftNotPublished, rulingExpiring } from "./reminders.ts";
import { submissionNotice, waitingSubmission } from "./submission.ts";
import { words } from "./words/words.ts";

/** The site's address, and whether its payments are test payments. */
export type Place = { origin: string; pretended: boolean };

const forStaff = [
  ...(["proposal", "submission-waiting", "submission-overdue", "change-request-waiting"] as const),
  ...(["draft-not-published", "ruling-expiring", "alarm", "access-changed"] as const),
] satisfies Email["message"]["kind"][];

export function writeEmail(email: Email, { origin, pretended }: Place): WrittenEmail {
  const { language, message } = email;
  const fund = inLanguage(email.fund.name, language).text;
  // The staff area is in English only.
  const isForStaff =
    message.kind === "news-wanted" ? !message.isOrganizer : forStaff.some((kind) => kind === message.kind);
  const prefix = language === "sw" && !isForStaff ? "/sw" : "";
  const toPage = (address: string) => origin + prefix + address;
  const content = contentOf(email, toPage);
  const signed: Content = {
    ...content,
    parts: [...content.parts, { kind: "text", text: words[language].signed(fund) }],
  };
  const notice = pretended && message.kind === "receipt" ? words[language].pretended : null;
  return write(signed, { language, fund, notice });
}

function contentOf(email: Email, toPage: (address: string) => string): Content {
  const { message } = email;
  const url = toPage(message.address);
  switch (message.kind) {
    case "receipt":
      return receipt(message, email, url);
    case "alarm":
      return alarm(message, email, url);
    case "proposal":
      return proposal(message, email, url);
    case "submission":
      return submissionNotice(message, email, url);
    case "submission-waiting":
    case "submission-overdue":
      return waitingSubmission(message, email, url);
    case "change-request":
    case "change-request-waiting":
      return changeRequestNotice(message, email, url);
    case "draft-not-published":
      return draftNotPublished(message, email, url);
    case "ruling-expiring":
      return rulingExpiring(message, email, url);
    case "access-changed":
      return accessChanged(message, email, url);
    case "donation-moved":
      return donationMoved(message, email, url);
    case "donation-refunded":
      return donationRefunded(message, email, url);
    case "campaign-update":
      return campaignUpdate(message, email, url, toPage(message.unsubscribe));
    case "news-wanted":
      return newsWanted(message, email, url);
    default:
      return accountEmail(message.kind, email, url);
  }
}
