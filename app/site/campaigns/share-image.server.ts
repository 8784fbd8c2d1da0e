import type { Campaign } from "#domain/campaigns/categories.ts";
import { inLanguage, type Language, type Translated } from "#domain/content/language.ts";
import { formatMoney, percentOf } from "#domain/money/money.ts";
import { translatorIn } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { shareVersion, type ShareWords } from "#storage/pictures/share-words.ts";
import { fundedText } from "#app/site/campaigns/funded.ts";

/** Messengers never refresh a picture, so a changed picture gets another URL. */
export function shareImageAddress(campaign: Campaign, fund: Translated, language: Language): string {
  const address = localAddress(language, `/campaigns/${campaign.id}/share.jpg`);
  return `${address}?v=${shareVersion(shareWords(campaign, fund, language))}`;
}

export function shareWords(campaign: Campaign, fund: Translated, language: Language): ShareWords {
  return {
    fund: inLanguage(fund, language).text,
    title: inLanguage(campaign.title, language).text,
    raised: formatMoney(campaign.raised, language),
    progress: progressWords(campaign, language),
    photo: campaign.picture?.id ?? null,
    focus: campaign.picture?.focus ?? null,
  };
}

function progressWords({ raised, goal }: Campaign, language: Language): ShareWords["progress"] {
  if (goal.amount <= 0n) return null;
  const t = translatorIn(language);
  const percent = percentOf(raised, goal);
  return {
    percent,
    text: fundedText(t, percent),
    goal: t("card.goal", { goal: formatMoney(goal, language) }),
  };
}
