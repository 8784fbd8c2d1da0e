import { afterAll, afterEach, expect, test } from "vitest";
import { z } from "zod";
import { askAboutPayment } from "#operations/payments/check-status.ts";
import { receiveCallback } from "#operations/payments/receive-callback.ts";
import { startDonation, type DonationWanted } from "#operations/donations/start.ts";
import { openAzampay } from "#payments/azampay/azampay.ts";
import { azampayOrigins, usualPaths, type AzampaySettings } from "#payments/azampay/settings.ts";
import { openOutside } from "#payments/outside.ts";
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
  standing,
} from "#tests/support/donations/begin.ts";
import { credentials, listeningSandbox } from "#tests/support/payments/listening-sandbox.ts";
import { campaign } from "#tests/support/database/records.ts";

// Faults between us and the providers, with the real adapters and the strict gateways at the ends.

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

/** The payer presses, and presses again, while the network is as it is. */
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
  const anew = await startDonation(db, wanted, just());
  await network.set();
  if (!("gift" in first)) throw new Error(first.kind);
  return { first, again, anew, phone, externalId: first.gift.externalId };
}

/** Everything that was posted to us so far. */
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
    [`its answer breaks off after ${bytes} bytes`, { resetAfter: { bytes, direction: "down" } }] as const,
);

test.each<readonly [string, Partial<Faults>]>([
  ...brokenAnswers,
  ["its answer never comes", { swallowed: "down" }],
  ["its answer trickles", { bytesPerSecond: 1_500 }],
  ["its answer comes in crumbs", { slices: 7 }],
  ["everything takes a moment", { latency: 100 }],
  ["its connection is slow to close", { slowClose: 300 }],
])("AzamPay was asked, and %s: one prompt, one gift", async (_, faults) => {
  const { first, again, anew, phone, externalId } = await pressTwice(faults);
  expect(["prompted", "unsure"]).toContain(first.kind);
  expect(again).toEqual({ kind: "under-way", externalId });
  expect(anew.kind).toBe("prompt-waiting");
  const prompts = await promptsOn(phone);
  expect(prompts).toHaveLength(1);
  expect(await standing(db, externalId)).toMatchObject({ donation: "pending", journals: [] });

  const reference = prompts[0]?.reference;
  await sandbox.administer("decide", { gateway: "azampay", reference, decision: "approve" });
  await takeCallbacks();
  expect(await standing(db, externalId)).toMatchObject(completed);
});

test("AzamPay cannot be reached: nobody was asked, and the payer may try again", async () => {
  const { first, anew, phone, externalId } = await pressTwice({ down: true });
  expect([first.kind, anew.kind]).toEqual(["refused", "refused"]);
  expect(await promptsOn(phone)).toEqual([]);
  expect(await standing(db, externalId)).toMatchObject({ donation: "failed", journals: [] });
});

test("what we send vanishes: we cannot know it, and nobody is invited to pay again", async () => {
  const { first, again, anew, phone, externalId } = await pressTwice({ swallowed: "up" });
  expect([first.kind, again.kind, anew.kind]).toEqual(["unsure", "under-way", "prompt-waiting"]);
  expect(await promptsOn(phone)).toEqual([]);
  expect(await standing(db, externalId)).toMatchObject({ donation: "pending", payment: "unknown" });
});

test.each<readonly [string, Partial<Faults>]>([
  ["breaks off", { resetAfter: { bytes: 120, direction: "down" } }],
  ["breaks off at its last byte", { resetAfter: { bytes: 290, direction: "down" } }],
  ["never comes", { swallowed: "down" }],
  ["cannot be asked for", { down: true }],
])("the answer to a status check %s: nothing changes, and asking again finds out", async (_, faults) => {
  const { phone, externalId } = await pressTwice({});
  const reference = (await promptsOn(phone))[0]?.reference ?? "";
  await sandbox.administer("decide", { gateway: "azampay", reference, decision: "approve", fault: "lost" });
  await network.set(faults);
  const later = (seconds: number) => () => new Date(Date.now() + seconds * 1_000);
  expect(await askAboutPayment(db, providers, reference, later(20))).toEqual({ kind: "no-answer" });
  expect(await standing(db, externalId)).toMatchObject({ donation: "pending", journals: [] });
  await network.set();
  expect(await askAboutPayment(db, providers, reference, later(40))).toMatchObject({ kind: "heard" });
  expect(await standing(db, externalId)).toMatchObject(completed);
});

test.each([0, 100, 250, 400])(
  "the answer to an order breaks off after %i bytes: a page that nobody was shown, nobody pays",
  async (bytes) => {
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
    if (!("gift" in started)) throw new Error(started.kind);
    expect(await standing(db, started.gift.externalId)).toMatchObject({ donation: "failed", journals: [] });
  },
);
