import { inLanguage } from "#domain/content/language.ts";
import type { Email, ProposalNotice } from "#domain/mail/messages.ts";
import { formatMoney } from "#domain/money/money.ts";
import type { Content } from "./frame.ts";
import { words } from "./words/words.ts";

/** To all staff, so that no request remains between two people. */
export function proposal(notice: ProposalNotice, { language }: Email, url: string): Content {
  const { greeting, orOpen, proposal: texts } = words[language];
  const { about, status: became } = notice;
  return {
    subject: texts.subjects[became](texts.kinds[about.kind]),
    parts: [
      { kind: "text", text: greeting },
      { kind: "text", text: texts.texts[became](notice.by, texts.kinds[about.kind]) },
      {
        kind: "facts",
        rows: [
          ...(about.kind === "bank-details"
            ? []
            : [
                { label: texts.donation, value: formatMoney(about.amount, language), strong: true },
                { label: texts.campaign, value: inLanguage(about.campaign, language).text },
                { label: texts.reference, value: about.reference },
              ]),
          { label: texts.reason, value: notice.reason },
        ],
      },
      { kind: "link", label: texts.open, url, orOpen },
      { kind: "small", text: texts.alarm },
    ],
  };
}
