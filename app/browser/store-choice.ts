import { consentKey, consentVersion as version } from "#domain/visitors/consent-version.ts";

/** The buttons of the banner choose all or nothing. */
export function storeChoice(analytics: boolean, marketing = analytics): void {
  try {
    const at = new Date().toISOString();
    localStorage[consentKey] = JSON.stringify({ analytics, marketing, functional: true, version, at });
    if (!analytics) delete sessionStorage["visitor_session"];
  } catch {
    // Without storage, the choice lasts for this page only.
  }
}
