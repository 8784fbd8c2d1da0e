export type AzampaySettings = {
  authUrl: string;
  checkoutUrl: string;
  appName: string;
  clientId: string;
  clientSecret: string;
  /** Some vendors are refused without it, others do not have one. */
  apiKey: string | null;
  checkoutPath: string;
  /** Null where AzamPay has not enabled the status check for the fund. */
  statusPath: string | null;
  amountAs: "string" | "number";
  publicKey: { pem: string } | { url: string } | null;
  /** Any of these ends the address of the callback: two while one replaces the other. */
  callbackSecrets: readonly string[];
  callbackLogin: { user: string; password: string } | null;
};

export const usualPaths = {
  checkout: "/azampay/mno/checkout",
  status: "/api/v1/partner/gettransactionstatus",
  partners: "/api/v1/Partner/GetPaymentPartners",
} as const;

/** The hosts that the adapter calls. */
export function azampayOrigins(settings: AzampaySettings): string[] {
  const urls = [settings.authUrl, settings.checkoutUrl];
  if (settings.publicKey !== null && "url" in settings.publicKey) urls.push(settings.publicKey.url);
  return urls.map((url) => new URL(url).origin);
}
