import { z } from "zod";
import { usualPaths, type AzampaySettings } from "#payments/azampay/settings.ts";
import type { ProviderSettings } from "#payments/environment.ts";

/** The site and the gateways are separate processes and use these credentials. */
export const credentials = {
  AZAMPAY_APP_NAME: "University Community Fund",
  AZAMPAY_CLIENT_ID: "client-1",
  AZAMPAY_CLIENT_SECRET: "hidden",
  AZAMPAY_CALLBACK_USER: "fund",
  AZAMPAY_CALLBACK_PASSWORD: "let me in",
  SELCOM_VENDOR: "TILL60000001",
  SELCOM_API_KEY: "TESTKEY-0001",
  SELCOM_API_SECRET: "TESTSECRET-0001",
};

export const callbackSecret = "a-secret-in-the-address";

const environment = z.object({
  GATEWAYS: z.url(),
  /**
   * "0" disables AzamPay's status check, so only its callback gives the result. The real AzamPay can be like this.
   */
  STATUS_CHECKS: z.enum(["0", "1"]),
});

export function providerSettings(): ProviderSettings {
  const { GATEWAYS: base, STATUS_CHECKS } = environment.parse(process.env);
  const azampay: AzampaySettings = {
    appName: credentials.AZAMPAY_APP_NAME,
    clientId: credentials.AZAMPAY_CLIENT_ID,
    clientSecret: credentials.AZAMPAY_CLIENT_SECRET,
    authUrl: `${base}/azampay`,
    checkoutUrl: `${base}/azampay`,
    apiKey: null,
    checkoutPath: usualPaths.checkout,
    statusPath: STATUS_CHECKS === "1" ? usualPaths.status : null,
    amountAs: "string",
    publicKey: { url: `${base}/azampay/azampay/v1/public-key?format=Pem` },
    callbackSecrets: [callbackSecret],
    callbackLogin: {
      user: credentials.AZAMPAY_CALLBACK_USER,
      password: credentials.AZAMPAY_CALLBACK_PASSWORD,
    },
  };
  return {
    kind: "live",
    azampay,
    selcom: {
      baseUrl: `${base}/selcom`,
      apiKey: credentials.SELCOM_API_KEY,
      apiSecret: credentials.SELCOM_API_SECRET,
      vendor: credentials.SELCOM_VENDOR,
      pageHosts: [new URL(base).host],
      orderExpiryMinutes: 60,
    },
    trusted: ["signature"],
  };
}
