import { inLanguage } from "#domain/content/language.ts";
import type { Email, ProposalNews } from "#domain/mail/messages.ts";
import { formatMoney } from "#domain/money/money.ts";
import type { Content } from "./frame.ts";
import { words } from "./words/words.ts";

/** To all staff, so that no request remains between two people. */
export function proposal(news: ProposalNews, { language }: Email, url: string): Content {
  const { greeting, orOpen, proposal: said } = words[language];
  const { about, became } = news;
  return {
    subject: said.subjects[became](said.kinds[about.kind]),
    parts: [
      { kind: "text", text: greeting },
      { kind: "text", text: said.texts[became](news.by, said.kinds[about.kind]) },
      {
        kind: "facts",
        rows: [
          ...(about.kind === "bank-details"
            ? []
            : [
                { label: said.donation, value: formatMoney(about.amount, language), strong: true },
                { label: said.campaign, value: inLanguage(about.campaign, language).text },
                { label: said.reference, value: about.reference },
              ]),
          { label: said.reason, value: news.reason },
        ],
      },
      { kind: "link", label: said.open, url, orOpen },
      { kind: "small", text: said.alarm },
    ],
  };
}
