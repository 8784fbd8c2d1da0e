import { isOwnPage } from "#domain/visitors/own-page.ts";

/** The patterns of `app/routes.ts` that visitors open. `…` is the title of the campaign. */
export const publicPages: Record<string, string> = {
  "/": "Home",
  "/campaigns": "Campaigns",
  "/campaigns/:id": "…",
  "/campaigns/:id/donate": "Donation form of …",
  "/campaigns/:id/donate/:key": "Check page of …",
  "/campaigns/:id/mobile": "Mobile payment to …",
  "/campaigns/:id/poster": "Poster of …",
  "/campaigns/:id/follow": "Follow …",
  "/campaigns/:id/concern": "Report a concern about …",
  "/infrastructure": "Infrastructure projects",
  "/infrastructure/:slug": "An infrastructure project",
  "/about": "About",
  "/privacy": "Privacy",
  "/terms": "Terms",
  "/zakat": "Zakat",
  "/zakat/learn-more": "Zakat: learn more",
  "/my-donations": "My donations",
  "/my-donations/statement": "Statement of donations",
  "/following": "Followed campaigns",
  "/following/confirm": "Confirm to follow a campaign",
  "/payment-processing": "Waiting for a payment",
  "/payment-response": "Result of a payment",
  "/selcom-webhook": "Status of a payment",
  "/donations/:orderId": "Receipt",
  "/donations/:orderId/again": "Pay again",
  "/donations/:orderId/pay": "On the way to the payment page",
  "/donations/:orderId/number": "Pay by number",
  "/sign-up": "Create an account",
  "(other)": "Other pages",
};

/** The campaign in a counted page. */
export const campaignOf = (page: string): string | null =>
  /^(?:\/sw)?\/campaigns\/([a-z0-9-]+)/.exec(page)?.[1] ?? null;

/** The name of a counted page, or null for the pages of staff and of accounts. */
export function pageName(page: string, titleOf: (campaignId: string) => string): string | null {
  const english = page.replace(/^\/sw(?=\/|$)/, "") || "/";
  if (isOwnPage(english)) return null;
  const id = campaignOf(english);
  const pattern = id === null ? english : english.replace(`/campaigns/${id}`, "/campaigns/:id");
  const name = publicPages[pattern] ?? pattern;
  const language = english === page ? "" : " (Kiswahili)";
  const campaign = id === null ? (name === "…" ? "A campaign" : "a campaign") : titleOf(id);
  return name.replace("…", campaign) + language;
}
