import type { Campaign } from "#domain/campaigns/categories.ts";
import { inLanguage, type Language, type Translated } from "#domain/content/language.ts";
import { formatMoney, percentOf } from "#domain/money/money.ts";
import { translatorIn } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { shareVersion, type ShareWords } from "#storage/pictures/share-words.ts";

/** Messengers never refresh a picture, so a changed picture gets another URL. */
export function shareImageAddress(campaign: Campaign, fund: Translated, language: Language): string {
  const address = localAddress(language, `/campaigns/${campaign.id}/share.jpg`);
  return `${address}?v=${shareVersion(shareWords(campaign, fund, language))}`;
}

export function shareWords(campaign: Campaign, fund: Translated, language: Language): ShareWords {
  const t = translatorIn(language);
  const percent = percentOf(campaign.raised, campaign.goal);
  return {
    fund: inLanguage(fund, language).text,
    title: inLanguage(campaign.title, language).text,
    percent,
    raised: formatMoney(campaign.raised, language),
    progress: t("card.raised", { percent }),
    goal: t("card.goal", { goal: formatMoney(campaign.goal, language) }),
    photo: campaign.picture?.id ?? null,
    focus: campaign.picture?.focus ?? null,
  };
}
