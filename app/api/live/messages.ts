import { locales, type Language } from "#domain/content/language.ts";
import { formatCompact, formatMoney, percentOf } from "#domain/money/money.ts";
import type { DonationStatusView } from "#database/donations/status.ts";
import type { Progress } from "#database/campaigns/progress.ts";
import type { Statistics } from "#database/donations/statistics.ts";
import { translatorIn } from "#app/messages/translator.tsx";
import { decimal } from "#app/api/donations/decimal.ts";
import { fundedText } from "#app/site/campaigns/funded.ts";

/** A changed figure or donation. `about` is the subject of its change notification. */
export type LiveMessage = {
  name: "campaign" | "totals" | "order";
  about: string;
  textIn(language: Language): LiveFigures | LiveOrder;
};

/** The figures, and the texts that pages show. */
type LiveFigures = {
  id: string;
  values: Record<string, number | string>;
  shown: Record<string, string>;
};

type LiveOrder = { orderId: string } & PublicStatus;

const fundId = "*";

export function campaignMessage({ id, raised, goal, donors }: Progress): LiveMessage {
  const percent = percentOf(raised, goal);
  return {
    name: "campaign",
    about: `campaign:${id}`,
    textIn(language) {
      const t = translatorIn(language);
      return {
        id,
        values: {
          raised: decimal(raised),
          goal: decimal(goal),
          currency: raised.currency,
          donors,
          percent,
        },
        shown: {
          raised: formatMoney(raised, language),
          funded: fundedText(t, percent),
          progress: t("card.progress", { percent, goal: formatMoney(goal, language) }),
          donors: t("card.donors", { count: donors }),
        },
      };
    },
  };
}

export function totalsMessage({ raised, donors, campaigns, active, successRate }: Statistics): LiveMessage {
  return {
    name: "totals",
    about: "totals",
    textIn(language) {
      const count = new Intl.NumberFormat(locales[language]);
      return {
        id: fundId,
        values: {
          raised: decimal(raised),
          currency: raised.currency,
          donors,
          campaigns,
          active,
          successRate,
        },
        shown: {
          raised: formatCompact(raised, language),
          donors: count.format(donors),
          campaigns: count.format(campaigns),
          active: count.format(active),
          successRate: count.format(successRate),
        },
      };
    },
  };
}

export function orderMessage({ externalId, ...view }: DonationStatusView): LiveMessage {
  const message = { orderId: externalId, ...statusMessage(view) };
  return { name: "order", about: `donation:${externalId}`, textIn: () => message };
}

type PublicStatus = ReturnType<typeof statusMessage>;

export function statusMessage({ status, doubt }: Pick<DonationStatusView, "status" | "doubt">) {
  return {
    status,
    ...(doubt === "other-amount" && { otherAmount: true }),
    ...(doubt === "other-report" && { checking: true }),
  };
}
