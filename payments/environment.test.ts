import { expect, test } from "vitest";
import { z } from "zod";
import { notReadyToTakeMoney, providerSettings, providerVariables } from "./environment.ts";

const shape = z.object(providerVariables);

const whole = {
  PUBLIC_URL: "https://fund.example",
  AZAMPAY_AUTH_URL: "https://authenticator.azampay.co.tz/",
  AZAMPAY_CHECKOUT_URL: "https://checkout.azampay.co.tz",
  AZAMPAY_APP_NAME: "Fund",
  AZAMPAY_CLIENT_ID: "id",
  AZAMPAY_CLIENT_SECRET: "secret",
  AZAMPAY_CALLBACK_TOKEN: "a".repeat(32),
  SELCOM_BASE_URL: "https://apigw.selcommobile.com",
  SELCOM_API_KEY: "key",
  SELCOM_API_SECRET: "secret",
  SELCOM_VENDOR: "TILL60000001",
};

const live = (over: Record<string, string> = {}) => {
  const settings = providerSettings("live", shape.parse({ ...whole, ...over }));
  if (settings.kind !== "live" || settings.azampay === null || settings.selcom === null)
    throw new Error("not live");
  const { azampay, selcom, trusted } = settings;
  return { azampay, selcom, trusted };
};

test("complete settings allow live mode", () => {
  expect(notReadyToTakeMoney(whole)).toEqual([]);
  const { azampay, selcom, trusted } = live();
  expect(azampay).toMatchObject({
    authUrl: "https://authenticator.azampay.co.tz",
    checkoutPath: "/azampay/mno/checkout",
    statusPath: "/api/v1/partner/gettransactionstatus",
    amountAs: "string",
    publicKey: null,
    callbackLogin: null,
  });
  expect(selcom).toMatchObject({ pageHosts: ["tza.selcom.online"], orderExpiryMinutes: 60 });
  expect(trusted).toEqual(["signature"]);
});

test.each(["AZAMPAY_AUTH_URL", "AZAMPAY_CHECKOUT_URL", "SELCOM_BASE_URL", "PUBLIC_URL"])(
  "%s must be an external HTTPS URL",
  (name) => {
    for (const address of [
      "http://apigw.example",
      "https://127.0.0.1:3100",
      "https://[::ffff:127.0.0.1]",
      "https://localhost",
      "https://[::1]/",
      "x",
    ])
      expect(notReadyToTakeMoney({ ...whole, [name]: address }).join(), address).toContain(name);
  },
);

test("one complete provider is enough, but none is not", () => {
  const only = (prefix: string) =>
    Object.fromEntries(
      Object.entries(whole).filter(([name]) => name.startsWith("PUBLIC") || name.startsWith(prefix)),
    );
  for (const [prefix, there, away] of [
    ["AZAMPAY", "azampay", "selcom"],
    ["SELCOM", "selcom", "azampay"],
  ] as const) {
    expect(notReadyToTakeMoney(only(prefix))).toEqual([]);
    expect(providerSettings("live", shape.parse(only(prefix)))).toMatchObject({
      [there]: expect.any(Object),
      [away]: null,
    });
  }
  expect(notReadyToTakeMoney({ PUBLIC_URL: whole.PUBLIC_URL }).join()).toMatch(
    /AZAMPAY_AUTH_URL.*SELCOM_VENDOR/,
  );
});

test("each missing setting is named in one line", () => {
  for (const name of Object.keys(whole))
    expect(notReadyToTakeMoney({ ...whole, [name]: "" })).toEqual([
      `${name} is missing. PAYMENTS=live needs it.`,
    ]);
  expect(notReadyToTakeMoney({ ...whole, SELCOM_BASE_URL: "https://apigw.selcommobile.com/v1/" })).toEqual([
    "SELCOM_BASE_URL must not end with /v1.",
  ]);
});

test.each([
  ["AZAMPAY_CALLBACK_TOKEN", "short"],
  ["AZAMPAY_CALLBACK_TOKEN", `${"a".repeat(32)},short`],
  ["AZAMPAY_CALLBACK_TRUST", "signature,anybody"],
  ["AZAMPAY_STATUS_PATH", "status"],
  ["AZAMPAY_AMOUNT_AS", "float"],
  ["SELCOM_ORDER_EXPIRY_MIN", "an hour"],
  ["SANDBOX_MAGIC", "yes"],
])("%s=%s is refused with a line that names it", (name, value) => {
  const message = shape.safeParse({ ...whole, [name]: value }).error?.issues[0]?.message;
  expect(message).toContain(name);
});

test("two callback tokens can overlap", () => {
  const [first, second] = ["a".repeat(32), "b".repeat(32)];
  expect(live({ AZAMPAY_CALLBACK_TOKEN: `${first}, ${second}` }).azampay.callbackSecrets).toEqual([
    first,
    second,
  ]);
});

test("a secret alone is proof only if configured", () => {
  expect(live({ AZAMPAY_CALLBACK_TRUST: "status" }).trusted).toEqual([]);
  expect(live({ AZAMPAY_CALLBACK_TRUST: "secret,signature" }).trusted).toEqual(["signature", "secret"]);
});

test("a pinned key can be in one line", () => {
  expect(live({ AZAMPAY_PUBLIC_KEY_PEM: "BEGIN\\nkey\\nEND" }).azampay.publicKey).toEqual({
    pem: "BEGIN\nkey\nEND",
  });
});

test("without AzamPay's status check, none is made", () => {
  expect(live({ AZAMPAY_STATUS_PATH: "none" }).azampay.statusPath).toBeNull();
});

test("an untrusted status check is not made", () => {
  expect(live({ AZAMPAY_CALLBACK_TRUST: "signature" }).azampay.statusPath).toBeNull();
  expect(live({ AZAMPAY_CALLBACK_TRUST: "secret" }).azampay.statusPath).toBeNull();
  expect(live({ AZAMPAY_CALLBACK_TRUST: "status" }).azampay.statusPath).not.toBeNull();
});

test.each<[string, Record<string, string>, "taken" | "refused"]>([
  ["no status check and no key", { AZAMPAY_STATUS_PATH: "none" }, "refused"],
  ["signatures without a key", { AZAMPAY_CALLBACK_TRUST: "signature" }, "refused"],
  ["nothing at all", { AZAMPAY_CALLBACK_TRUST: "," }, "refused"],
  [
    "a key that is never used",
    {
      AZAMPAY_CALLBACK_TRUST: "status",
      AZAMPAY_STATUS_PATH: "none",
      AZAMPAY_PUBLIC_KEY_PEM: "BEGIN",
    },
    "refused",
  ],
  ["a pinned key", { AZAMPAY_STATUS_PATH: "none", AZAMPAY_PUBLIC_KEY_PEM: "BEGIN" }, "taken"],
  [
    "a key to fetch",
    { AZAMPAY_STATUS_PATH: "none", AZAMPAY_PUBLIC_KEY_URL: "https://checkout.azampay.co.tz/key" },
    "taken",
  ],
  ["the secret", { AZAMPAY_STATUS_PATH: "none", AZAMPAY_CALLBACK_TRUST: "secret" }, "taken"],
])("live mode needs a way to verify AzamPay payments: %s", (_, over, outcome) => {
  const problems = notReadyToTakeMoney({ ...whole, ...over });
  if (outcome === "taken") expect(problems).toEqual([]);
  else expect(problems).toEqual([expect.stringMatching(/^AzamPay payments cannot be verified/)]);
});

test("magic amounts need the sandbox and a setting", () => {
  expect(providerSettings("sandbox", shape.parse({}))).toEqual({ kind: "sandbox", magic: false });
  expect(providerSettings("sandbox", shape.parse({ SANDBOX_MAGIC: "1" }))).toEqual({
    kind: "sandbox",
    magic: true,
  });
});
