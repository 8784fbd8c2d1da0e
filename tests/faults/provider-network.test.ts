import { afterAll, afterEach, expect, test } from "vitest";
import { z } from "zod";
import { checkPayment } from "#operations/payments/check-status.ts";
import { receiveCallback } from "#operations/payments/receive-callback.ts";
import { startDonation, type DonationWanted } from "#operations/donations/start.ts";
import { openAzampay } from "#payments/azampay/azampay.ts";
import { azampayOrigins, usualPaths, type AzampaySettings } from "#payments/azampay/settings.ts";
import { openOutside } from "#outside/http.ts";
import { openSelcom } from "#payments/selcom/selcom.ts";
import { selcomOrigins } from "#payments/selcom/settings.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { openFaultProxy, type Faults } from "#tests/support/fault-proxy.ts";
import {
  expectSoundLedger,
  donationWanted,
  just,
  newPhone,
  scriptedProvider,
  readDonationState,
} from "#tests/support/donations/begin.ts";
import { credentials, listeningSandbox } from "#tests/support/payments/listening-sandbox.ts";
import { campaign } from "#tests/support/database/records.ts";

// Network faults between us and the providers, with the real adapters and the simulated gateways.

const { db } = await testRecords();
const sandbox = await listeningSandbox();
const { hostname, port } = new URL(sandbox.baseUrl);
const network = await openFaultProxy({ host: hostname, port: Number(port) });
const to = await campaign(db);
afterEach(() => network.set());
afterAll(async () => {
  await expectSoundLedger(db);
  await network[Symbol.asyncDispose]();
  await sandbox[Symbol.asyncDispose]();
});

const limits = { milliseconds: 600, slowMilliseconds: 600, answerBytes: 100_000 };
const clock = () => new Date();
const through = `http://${network.host}:${network.port}/sandbox`;
const secret = "3f".repeat(32);
const azampaySettings: AzampaySettings = {
  ...credentials.azampay,
  authUrl: `${sandbox.baseUrl}/azampay`,
  checkoutUrl: `${through}/azampay`,
  apiKey: null,
  checkoutPath: usualPaths.checkout,
  statusPath: usualPaths.status,
  amountAs: "string",
  publicKey: { url: `${sandbox.baseUrl}/azampay/azampay/v1/public-key?format=Pem` },
  callbackSecrets: [secret],
};
const selcomSettings = {
  ...credentials.selcom,
  baseUrl: `${through}/selcom`,
  callbackUrl: `${sandbox.merchantUrl}/selcom`,
  pageHosts: [new URL(sandbox.baseUrl).host],
  orderExpiryMinutes: 60,
};
const azampay = openAzampay(azampaySettings, openOutside(azampayOrigins(azampaySettings), limits), clock);
const selcom = openSelcom(selcomSettings, openOutside(selcomOrigins(selcomSettings), limits), clock);
const providers = { azampay, selcom };

const payments = z.array(z.looseObject({ phone: z.string().nullable(), reference: z.string() }));

async function promptsOn(phone: string) {
  return payments.parse(await sandbox.administer("payments")).filter((each) => each.phone === phone);
}

/** Presses twice with the same key and once with a new one, during these faults. */
async function pressTwice(faults: Partial<Faults>) {
  const phone = newPhone();
  const wanted: DonationWanted = donationWanted(scriptedProvider(), to, {
    way: { kind: "push", provider: azampay, phone, network: "Tigo" },
  });
  const press = { address: "/give", key: phone, bodyHash: "the same" };
  await azampay.networks();
  await network.set(faults);
  const first = await startDonation(db, wanted, just({ press }));
  const again = await startDonation(db, wanted, just({ press }));
  const newPress = await startDonation(db, wanted, just());
  await network.set();
  if (!("donation" in first)) throw new Error(first.kind);
  return { first, again, newPress, phone, externalId: first.donation.externalId };
}

/** Delivers all callbacks posted so far. */
async function takeCallbacks(): Promise<void> {
  await sandbox.administer("deliver", {});
  for (const { body } of sandbox.received.splice(0)) {
    const read = await azampay.readCallback({ secret, contentType: null, body });
    const callback = { provider: "azampay" as const, headers: {}, body, read };
    await receiveCallback(db, callback, { trusted: ["signature"], now: new Date() });
  }
}

const completed = {
  donation: "completed",
  payment: "succeeded",
  journals: ["donation"],
  mails: 1,
  cases: [],
};

const brokenAnswers = [0, 1, 9, 80, 200, 260, 300, 330, 350].map(
  (bytes) =>
    [`answer breaks off after ${bytes} bytes`, { resetAfter: { bytes, direction: "down" } }] as const,
);

test.each<readonly [string, Partial<Faults>]>([
  ...brokenAnswers,
  ["answer never comes", { swallowed: "down" }],
  ["answer is slow", { bytesPerSecond: 1_500 }],
  ["answer comes in small pieces", { slices: 7 }],
  ["network is slow", { latency: 100 }],
  ["connection is slow to close", { slowClose: 300 }],
])("when AzamPay's %s, one request makes one donation", async (_, faults) => {
  const { first, again, newPress, phone, externalId } = await pressTwice(faults);
  expect(["prompted", "unsure"]).toContain(first.kind);
  expect(again).toEqual({ kind: "under-way", externalId });
  expect(newPress.kind).toBe("prompt-waiting");
  const prompts = await promptsOn(phone);
  expect(prompts).toHaveLength(1);
  expect(await readDonationState(db, externalId)).toMatchObject({ donation: "pending", journals: [] });

  const reference = prompts[0]?.reference;
  await sandbox.administer("decide", { gateway: "azampay", reference, decision: "approve" });
  await takeCallbacks();
  expect(await readDonationState(db, externalId)).toMatchObject(completed);
});

test("while AzamPay is unreachable no request is sent, and retrying is allowed", async () => {
  const { first, newPress, phone, externalId } = await pressTwice({ down: true });
  expect([first.kind, newPress.kind]).toEqual(["refused", "refused"]);
  expect(await promptsOn(phone)).toEqual([]);
  expect(await readDonationState(db, externalId)).toMatchObject({ donation: "failed", journals: [] });
});

test("a request lost on its way has an unknown result without retry", async () => {
  const { first, again, newPress, phone, externalId } = await pressTwice({ swallowed: "up" });
  expect([first.kind, again.kind, newPress.kind]).toEqual(["unsure", "under-way", "prompt-waiting"]);
  expect(await promptsOn(phone)).toEqual([]);
  expect(await readDonationState(db, externalId)).toMatchObject({ donation: "pending", payment: "unknown" });
});

test.each<readonly [string, Partial<Faults>]>([
  ["breaks off", { resetAfter: { bytes: 120, direction: "down" } }],
  ["breaks off at its last byte", { resetAfter: { bytes: 290, direction: "down" } }],
  ["never comes", { swallowed: "down" }],
  ["cannot be asked for", { down: true }],
])("if a status check's answer %s, the next one finds the result", async (_, faults) => {
  const { phone, externalId } = await pressTwice({});
  const reference = (await promptsOn(phone))[0]?.reference ?? "";
  await sandbox.administer("decide", { gateway: "azampay", reference, decision: "approve", fault: "lost" });
  await network.set(faults);
  const later = (seconds: number) => () => new Date(Date.now() + seconds * 1_000);
  expect(await checkPayment(db, providers, reference, later(20))).toEqual({ kind: "no-answer" });
  expect(await readDonationState(db, externalId)).toMatchObject({ donation: "pending", journals: [] });
  await network.set();
  expect(await checkPayment(db, providers, reference, later(40))).toMatchObject({ kind: "heard" });
  expect(await readDonationState(db, externalId)).toMatchObject(completed);
});

test.each([0, 100, 250, 400])("an order whose answer breaks off after %i bytes fails", async (bytes) => {
  const wanted = donationWanted(scriptedProvider(), to, {
    way: {
      ...{ kind: "page", provider: selcom, phone: newPhone(), billing: null },
      payer: { name: "Asha Juma", email: "asha@example.org" },
      returnUrl: (reference) => `https://fund.example/return/${reference}`,
    },
  });
  await network.set({ resetAfter: { bytes, direction: "down" } });
  const started = await startDonation(db, wanted, just());
  await network.set();
  expect(started).toMatchObject({ kind: "refused", reason: "unreachable" });
  if (!("donation" in started)) throw new Error(started.kind);
  expect(await readDonationState(db, started.donation.externalId)).toMatchObject({
    donation: "failed",
    journals: [],
  });
});
