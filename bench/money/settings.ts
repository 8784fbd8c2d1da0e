import { usualPaths } from "#payments/azampay/settings.ts";
import type { ProviderSettings } from "#payments/environment.ts";

type Live = Extract<ProviderSettings, { kind: "live" }>;

export const callbackSecret = "of-the-bench-and-of-nobody-else-at-all";
export const callbackLogin = { user: "fund", password: "of the bench" };

/** A signature is enough proof, as in sandbox and live mode. */
export function settingsFor(gateway: string, publicKey: string): Live {
  return {
    kind: "live",
    azampay: {
      ...{ authUrl: gateway, checkoutUrl: gateway, apiKey: null, amountAs: "string" },
      ...{ appName: "bench", clientId: "bench", clientSecret: "bench" },
      checkoutPath: usualPaths.checkout,
      statusPath: null,
      publicKey: { pem: publicKey },
      callbackSecrets: [callbackSecret],
      callbackLogin,
    },
    selcom: {
      ...{ baseUrl: gateway, apiKey: "bench", apiSecret: "bench", vendor: "bench" },
      pageHosts: [],
      orderExpiryMinutes: 60,
    },
    trusted: ["signature"],
  };
}
