export type AzampaySettings = {
  authUrl: string;
  checkoutUrl: string;
  appName: string;
  clientId: string;
  clientSecret: string;
  /** AzamPay refuses some vendors without this key. Other vendors have none. */
  apiKey: string | null;
  checkoutPath: string;
  /** Null if AzamPay has not enabled the status check for the fund. */
  statusPath: string | null;
  amountAs: "string" | "number";
  publicKey: { pem: string } | { url: string } | null;
  /** Any of these can end the callback's URL. There are two while one replaces the other. */
  callbackSecrets: readonly string[];
  callbackLogin: { user: string; password: string } | null;
};

export const usualPaths = {
  checkout: "/azampay/mno/checkout",
  status: "/api/v1/partner/gettransactionstatus",
  partners: "/api/v1/Partner/GetPaymentPartners",
} as const;

export function azampayOrigins(settings: AzampaySettings): string[] {
  const urls = [settings.authUrl, settings.checkoutUrl];
  if (settings.publicKey !== null && "url" in settings.publicKey) urls.push(settings.publicKey.url);
  return urls.map((url) => new URL(url).origin);
}
