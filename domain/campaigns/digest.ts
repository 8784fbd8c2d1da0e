import type { Translated } from "#domain/content/language.ts";
import { formatMoney, type Money } from "#domain/money/money.ts";
import { dayOf, formatDay } from "#domain/system/calendar.ts";

type Figures = { raised: Money; goal: Money; donors: number; paidOut: Money; at: Date };

/** The update that the site writes from the ledger after a long silence. A payout is named only if the ledger has one. */
export function digestOf({ raised, goal, donors, paidOut, at }: Figures): {
  title: Translated;
  content: Translated;
} {
  const day = { en: formatDay(dayOf(at), "en"), sw: formatDay(dayOf(at), "sw") };
  const en = [
    `- Raised: ${formatMoney(raised, "en")}${goal.amount > 0n ? ` of ${formatMoney(goal, "en")}` : ""}`,
    `- Donors: ${donors}`,
    ...(paidOut.amount > 0n ? [`- Paid out: ${formatMoney(paidOut, "en")}`] : []),
  ];
  const sw = [
    `- Imepatikana: ${formatMoney(raised, "sw")}${goal.amount > 0n ? ` kati ya ${formatMoney(goal, "sw")}` : ""}`,
    `- Waliochangia: ${donors}`,
    ...(paidOut.amount > 0n ? [`- Imelipwa: ${formatMoney(paidOut, "sw")}`] : []),
  ];
  return {
    title: { en: `The figures on ${day.en}`, sw: `Takwimu za tarehe ${day.sw}` },
    content: {
      en: `The organizer has posted no news for some time. These are the figures in our accounts.\n\n${en.join("\n")}`,
      sw: `Mwandaaji hajaweka habari kwa muda. Hizi ni takwimu kutoka kwenye hesabu zetu.\n\n${sw.join("\n")}`,
    },
  };
}
