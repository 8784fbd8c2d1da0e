import { z } from "zod";
import type { Proof } from "#domain/payments/provider.ts";
import { usualPaths, type AzampaySettings } from "./azampay/settings.ts";
import type { SelcomSettings } from "./selcom/settings.ts";

export type ProviderSettings =
  | { kind: "sandbox"; magic: boolean }
  | {
      kind: "live";
      /** Null if the fund has no contract with this provider. At least one of the two exists. */
      azampay: AzampaySettings | null;
      selcom: Omit<SelcomSettings, "callbackUrl"> | null;
      /** The proof that an AzamPay callback needs to be accepted without a status check. */
      trusted: Proof[];
    };

const proofs = ["signature", "status", "secret"] as const;
const usualTrust = "signature,status";

export const providerVariables = {
  SANDBOX_MAGIC: z.enum(["0", "1"], "SANDBOX_MAGIC must be 0 or 1.").default("0"),
  AZAMPAY_AUTH_URL: z.string().optional(),
  AZAMPAY_CHECKOUT_URL: z.string().optional(),
  AZAMPAY_APP_NAME: z.string().optional(),
  AZAMPAY_CLIENT_ID: z.string().optional(),
  AZAMPAY_CLIENT_SECRET: z.string().optional(),
  AZAMPAY_API_KEY: z.string().optional(),
  AZAMPAY_CHECKOUT_PATH: path("AZAMPAY_CHECKOUT_PATH").default(usualPaths.checkout),
  AZAMPAY_STATUS_PATH: path("AZAMPAY_STATUS_PATH").default(usualPaths.status),
  AZAMPAY_PUBLIC_KEY_URL: z.string().optional(),
  AZAMPAY_PUBLIC_KEY_PEM: z.string().optional(),
  AZAMPAY_CALLBACK_TOKEN: z
    .string()
    .refine(
      (list) => listOf(list).every((token) => /^[\w-]{32,}$/.test(token)),
      "AZAMPAY_CALLBACK_TOKEN must have at least 32 characters: a to z, A to Z and digits. Separate an old and a new token by a comma.",
    )
    .optional(),
  AZAMPAY_CALLBACK_USER: z.string().optional(),
  AZAMPAY_CALLBACK_PASSWORD: z.string().optional(),
  AZAMPAY_CALLBACK_TRUST: z
    .string()
    .default(usualTrust)
    .refine(
      (list) => listOf(list).every((each) => proofs.some((proof) => proof === each)),
      "AZAMPAY_CALLBACK_TRUST must be a list of signature, status and secret.",
    ),
  AZAMPAY_AMOUNT_AS: z
    .enum(["string", "number"], "AZAMPAY_AMOUNT_AS must be string or number.")
    .default("string"),
  SELCOM_BASE_URL: z.string().optional(),
  SELCOM_API_KEY: z.string().optional(),
  SELCOM_API_SECRET: z.string().optional(),
  SELCOM_VENDOR: z.string().optional(),
  SELCOM_ALLOWED_PAGE_HOSTS: z.string().default("tza.selcom.online"),
  SELCOM_ORDER_EXPIRY_MIN: z
    .string()
    .regex(/^\d{1,4}$/, "SELCOM_ORDER_EXPIRY_MIN must be a number of minutes.")
    .default("60"),
};

type Variables = z.output<z.ZodObject<typeof providerVariables>>;

export function providerSettings(payments: "sandbox" | "live", env: Variables): ProviderSettings {
  if (payments === "sandbox") return { kind: "sandbox", magic: env.SANDBOX_MAGIC === "1" };
  const trusted = listOf(env.AZAMPAY_CALLBACK_TRUST);
  return {
    kind: "live",
    azampay: isWanted("AZAMPAY", env) ? azampaySettings(env) : null,
    selcom: isWanted("SELCOM", env) ? selcomSettings(env) : null,
    trusted: (["signature", "secret"] as const).filter((proof) => trusted.includes(proof)),
  };
}

function azampaySettings(env: Variables): AzampaySettings {
  return {
    authUrl: withoutSlash(env.AZAMPAY_AUTH_URL),
    checkoutUrl: withoutSlash(env.AZAMPAY_CHECKOUT_URL),
    appName: env.AZAMPAY_APP_NAME ?? "",
    clientId: env.AZAMPAY_CLIENT_ID ?? "",
    clientSecret: env.AZAMPAY_CLIENT_SECRET ?? "",
    apiKey: env.AZAMPAY_API_KEY ?? null,
    checkoutPath: env.AZAMPAY_CHECKOUT_PATH,
    // Do not call a status check that the settings do not trust.
    statusPath:
      env.AZAMPAY_STATUS_PATH === "none" || !listOf(env.AZAMPAY_CALLBACK_TRUST).includes("status")
        ? null
        : env.AZAMPAY_STATUS_PATH,
    amountAs: env.AZAMPAY_AMOUNT_AS,
    publicKey: publicKey(env),
    callbackSecrets: listOf(env.AZAMPAY_CALLBACK_TOKEN ?? ""),
    callbackLogin:
      env.AZAMPAY_CALLBACK_USER !== undefined && env.AZAMPAY_CALLBACK_PASSWORD !== undefined
        ? { user: env.AZAMPAY_CALLBACK_USER, password: env.AZAMPAY_CALLBACK_PASSWORD }
        : null,
  };
}

function selcomSettings(env: Variables): Omit<SelcomSettings, "callbackUrl"> {
  return {
    baseUrl: withoutSlash(env.SELCOM_BASE_URL),
    apiKey: env.SELCOM_API_KEY ?? "",
    apiSecret: env.SELCOM_API_SECRET ?? "",
    vendor: env.SELCOM_VENDOR ?? "",
    pageHosts: listOf(env.SELCOM_ALLOWED_PAGE_HOSTS),
    orderExpiryMinutes: Number(env.SELCOM_ORDER_EXPIRY_MIN),
  };
}

const needed = {
  AZAMPAY: [
    ...(["AZAMPAY_AUTH_URL", "AZAMPAY_CHECKOUT_URL", "AZAMPAY_APP_NAME", "AZAMPAY_CLIENT_ID"] as const),
    ...(["AZAMPAY_CLIENT_SECRET", "AZAMPAY_CALLBACK_TOKEN"] as const),
  ],
  SELCOM: ["SELCOM_BASE_URL", "SELCOM_API_KEY", "SELCOM_API_SECRET", "SELCOM_VENDOR"],
} as const;

const isWanted = (provider: keyof typeof needed, env: Record<string, unknown>) =>
  needed[provider].some((name) => env[name]);

const outside = [
  "AZAMPAY_AUTH_URL",
  "AZAMPAY_CHECKOUT_URL",
  "AZAMPAY_PUBLIC_KEY_URL",
  "SELCOM_BASE_URL",
  "PUBLIC_URL",
];

/** Reasons why these settings cannot accept real money, one line each. */
export function notReadyToTakeMoney(env: Record<string, string | undefined>): string[] {
  const wanted = (["AZAMPAY", "SELCOM"] as const).filter((provider) => isWanted(provider, env));
  const missing = ["PUBLIC_URL", ...wanted.flatMap((provider) => needed[provider])].filter(
    (name) => !env[name],
  );
  const unsafe = outside.filter((name) => env[name] && !isSafe(env[name]));
  const base = env["SELCOM_BASE_URL"] ?? "";
  return [
    ...(wanted.length === 0
      ? [
          `${needed.AZAMPAY.join(", ")} or ${needed.SELCOM.join(", ")} are missing. PAYMENTS=live needs AzamPay, Selcom or both.`,
        ]
      : []),
    ...missing.map((name) => `${name} is missing. PAYMENTS=live needs it.`),
    ...unsafe.map((name) => `${name} must be an https URL of another machine. PAYMENTS=live needs it.`),
    ...(/\/v1\/?$/.test(base) ? ["SELCOM_BASE_URL must not end with /v1."] : []),
    ...(wanted.includes("AZAMPAY") && !canProve(env)
      ? [
          "AzamPay payments cannot be verified: AZAMPAY_CALLBACK_TRUST must contain signature with a key (AZAMPAY_PUBLIC_KEY_URL or AZAMPAY_PUBLIC_KEY_PEM), status with AZAMPAY_STATUS_PATH, or secret.",
        ]
      : []),
  ];
}

function canProve(env: Record<string, string | undefined>): boolean {
  const trusted = listOf(env["AZAMPAY_CALLBACK_TRUST"] ?? usualTrust);
  const hasKey = Boolean(env["AZAMPAY_PUBLIC_KEY_URL"] || env["AZAMPAY_PUBLIC_KEY_PEM"]);
  return (
    trusted.includes("secret") ||
    (trusted.includes("signature") && hasKey) ||
    (trusted.includes("status") && env["AZAMPAY_STATUS_PATH"] !== "none")
  );
}

function isSafe(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    url.protocol === "https:" &&
    !/^(localhost|127\.|0\.0\.0\.0|\[::(?:1?|ffff:7f[^\]]*)\])/.test(url.hostname)
  );
}

function publicKey(env: Variables): AzampaySettings["publicKey"] {
  if (env.AZAMPAY_PUBLIC_KEY_PEM !== undefined)
    return { pem: env.AZAMPAY_PUBLIC_KEY_PEM.replaceAll("\\n", "\n") };
  return env.AZAMPAY_PUBLIC_KEY_URL === undefined ? null : { url: env.AZAMPAY_PUBLIC_KEY_URL };
}

function path(name: string) {
  return z.string().regex(/^(?:\/.*|none)$/, `${name} must be a path that begins with a slash.`);
}

function listOf(text: string): string[] {
  return text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

function withoutSlash(url: string | undefined): string {
  return (url ?? "").replace(/\/+$/, "");
}
