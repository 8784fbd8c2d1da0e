import type { Translator } from "#app/messages/translator.tsx";

/** The percentage is at most 100, which would be untrue for more than the goal. */
export const fundedText = (t: Translator, percent: number): string =>
  percent >= 100 ? t("card.goalReached") : t("card.raised", { percent });
