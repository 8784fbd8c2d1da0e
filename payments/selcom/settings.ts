export type SelcomSettings = {
  /** Without /v1: the paths bring it, and twice is 404. */
  baseUrl: string;
  apiKey: string;
  apiSecret: string;
  vendor: string;
  /** Named in every order; where Selcom posts to us. */
  callbackUrl: string;
  /** Hosts whose payment page a browser may be sent to. */
  pageHosts: readonly string[];
  orderExpiryMinutes: number;
};

/** The hosts that the adapter calls. */
export function selcomOrigins(settings: SelcomSettings): string[] {
  return [new URL(settings.baseUrl).origin];
}
