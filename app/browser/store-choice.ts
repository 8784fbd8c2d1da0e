import { consentKey, consentVersion as version } from "#domain/visitors/consent-version.ts";

export type Choice = { analytics: boolean; marketing: boolean };

export function storeChoice(choice: Choice): void {
  const record = { ...choice, functional: true, version, at: new Date().toISOString() };
  try {
    localStorage[consentKey] = JSON.stringify(record);
  } catch {
    // Without storage, the choice lasts for this page only.
  }
}

/** The buttons of the banner choose all or nothing. */
export const everything = (isAccepted: boolean): Choice => ({ analytics: isAccepted, marketing: isAccepted });
