export type SelcomSettings = {
  /** Without /v1: the paths include it, and twice gives a 404. */
  baseUrl: string;
  apiKey: string;
  apiSecret: string;
  vendor: string;
  /** Included in every order. Selcom posts its callbacks to this URL. */
  callbackUrl: string;
  pageHosts: readonly string[];
  orderExpiryMinutes: number;
};

export function selcomOrigins(settings: SelcomSettings): string[] {
  return [new URL(settings.baseUrl).origin];
}
