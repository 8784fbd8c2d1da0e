import { formatDay } from "#domain/system/calendar.ts";
import { formatMoney } from "#domain/money/money.ts";
import type { ExternalFigures } from "#database/content/external-figures.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";

/** The dated part of a figure that the reporting service counted. The rest is the ledger's and always current. */
export function ExternalNote({ figures }: { figures: ExternalFigures }) {
  const t = useText();
  const language = useLanguage();
  const amount = formatMoney({ amount: figures.raised, currency: "TZS" }, language);
  const day = formatDay(figures.lastDay, language);
  return <p className="note">{t("home.impact.external", { amount, count: figures.donors, day })}</p>;
}
