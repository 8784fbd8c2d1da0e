import { createHash } from "node:crypto";
import type { Campaign } from "#domain/campaign.ts";
import { inLanguage, type Language } from "#domain/language.ts";
import { percentOf } from "#domain/money.ts";
import { localAddress } from "#app/site/address.ts";

// Part of every version, because messengers keep a picture under its address: raise it when the drawing changes.
const recipe = "1";

/** Messengers never look twice, so the picture has another address when it would show something else. */
export function shareImageAddress(campaign: Campaign, language: Language): string {
  const address = localAddress(language, `/campaigns/${campaign.id}/share.jpg`);
  return `${address}?v=${shareImageVersion(campaign, language)}`;
}

export function shareImageVersion(campaign: Campaign, language: Language): string {
  const shown = [
    recipe,
    inLanguage(campaign.title, language).text,
    campaign.picture?.id ?? "",
    campaign.picture?.focus ?? null,
    percentOf(campaign.raised, campaign.goal),
  ];
  return createHash("sha256").update(JSON.stringify(shown)).digest("base64url").slice(0, 10);
}
