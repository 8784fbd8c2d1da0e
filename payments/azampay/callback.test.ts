import { generateKeyPairSync, sign } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inZone, zones } from "#tests/support/time-zone.ts";
import type { Sent } from "#outside/http.ts";
import { readCallback } from "./callback.ts";
import { openSignatures } from "./public-key.ts";
import type { AzampaySettings } from "./settings.ts";
import type { Authorised } from "./token.ts";

const pem = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqWJoPXd4muF7H6UYJ88d
OZXtBSXtMjARKkRswpAM+RQdP9FUmAX81oM61yLXqOBNMWb+5HmeV9OwMSStVySy
CavwWWNLRW6xSploSl754p1LdjtvP0I803rO+q0/WpEQGjzdvVNSoGnIVIZscJqP
jL2ffGKmeGfpzLltZ2/Z6ZuQUj/XUhYpDbtUOGffAncZG+3uLTwTt52sEgQMZ0n6
Wu+/eTlrcUk8zYamyPQVBDUGMDkTTpUrYpXO7hp11i60ZoSI/pkgezJ/wSXER0yR
Rt47SS+YUzeiT2C0Vnbai80lSkHpn70j7/PLQQ6AGdjuaoBpFUXLGml/PLnjznyX
3wIDAQAB
-----END PUBLIC KEY-----`;
const signature =
  "mOQUj2phd43U82i7gKXaDrWhJoc0UdZkX7kXioi/RrC8NOCYeK6dk84ZTT/t5Y/w/NMND8OsWzlSKTHOtcZiaAp/MBwRWFakKBJJrOEd+QzEgPMRvvKuME41fRYAbfrkniYXWNI5EYLRIVrTzfKT7cJed2q4DTDVZx2fg8HYxywYMkq1pmjoVwPKoiJnYhETn3fJlnutm9Cqnsswkiyvb4MflKUiw9HzPvAAn/4cX8hLCXwHILKEv3INI9p+5eyJEfYHXxMQokoyR4Wr/JhkhxwO2U1PQ1RH8i5qT8hBzZ5TqK6NUSJKuKb44M64sATu36FoIFGrGYpIfEEhV/r28Q==";

const secret = "3f".repeat(32);
const login = { user: "fund", password: "let me in" };
const settings: AzampaySettings = {
  authUrl: "https://auth.example",
  checkoutUrl: "https://checkout.example",
  appName: "fund",
  clientId: "client-1",
  clientSecret: "hidden",
  apiKey: null,
  checkoutPath: "/azampay/mno/checkout",
  statusPath: null,
  amountAs: "string",
  publicKey: { pem },
  callbackSecrets: [secret, "a7".repeat(32)],
  callbackLogin: login,
};
const nobody: Authorised = { send: () => Promise.reject(new Error("nothing is to be asked")) };
const now = new Date("2026-01-15T09:30:00Z");

const id = "5aae72e0e5974f0e8319394167d7708f";
/** The captured callback, except for its login: the captured account had none. */
const captured = {
  ...login,
  utilityref: "DON-000123",
  externalreference: id,
  reference: id,
  transid: id,
  transactionstatus: "success",
  message: "success",
  operator: "Mpesa",
  amount: "60000",
  msisdn: "255758285812",
  mnoreference: "0f8fad5b-d9cb-469f-a165-70867728950e",
};
const { user: _user, password: _password, ...withoutLogin } = captured;
const asForm = (fields: Record<string, string>, contentType = "application/x-www-form-urlencoded") =>
  readCallback(
    settings,
    openSignatures(settings, nobody, () => now),
    { secret, contentType, body: new URLSearchParams(fields).toString() },
  );
const read = (fields: object, over: Partial<AzampaySettings> = {}, path = secret) => {
  const all = { ...settings, ...over };
  return readCallback(
    all,
    openSignatures(all, nobody, () => now),
    { secret: path, contentType: null, body: JSON.stringify(fields) },
  );
};

test("the captured form is read and proven by URL and login", async () => {
  expect(await read(captured)).toMatchObject({
    kind: "report",
    report: {
      provider: "azampay",
      reference: "DON-000123",
      providerReference: id,
      operatorReference: captured.mnoreference,
      outcome: "paid",
      amount: 60_000n,
      currency: null,
      network: "Mpesa",
      phone: "255758285812",
      proofs: ["address", "secret"],
      doubts: [],
    },
  });
});

test("a form is read like JSON, with its signature", async () => {
  const read = await asForm({ ...captured, signature, message: "it came & went" });
  expect(read).toMatchObject({
    report: {
      outcome: "paid",
      amount: 60_000n,
      providerWord: "it came & went",
      proofs: ["address", "signature", "secret"],
    },
  });
  expect(await asForm(captured, "Application/X-WWW-Form-Urlencoded; charset=utf-8")).toMatchObject({
    kind: "report",
  });
  expect((await asForm(captured, "text/plain")).kind).toBe("unreadable");
});

test("a form with two values for one field is not read", async () => {
  const body = `${new URLSearchParams(captured)}&amount=1`;
  const contentType = "application/x-www-form-urlencoded";
  const signatures = openSignatures(settings, nobody, () => now);
  expect((await readCallback(settings, signatures, { secret, contentType, body })).kind).toBe("unreadable");
});

test("the older form has one id and no signature", async () => {
  const { externalreference: _, transid: __, mnoreference: ___, ...older } = captured;
  expect(await read(older)).toMatchObject({ report: { providerReference: id, operatorReference: null } });
});

test("a four-field signature is proof", async () => {
  expect(await read({ ...captured, signature })).toMatchObject({
    report: { outcome: "paid", proofs: ["address", "signature", "secret"], doubts: [] },
  });
});

test.each(zones)("17: a host in %s accepts only the printed signature", (zone) =>
  inZone(zone, async () => {
    expect(await read({ ...captured, signature })).toMatchObject({
      report: { proofs: ["address", "signature", "secret"] },
    });
    const half = { ...captured, transactionstatus: "failure", signature };
    expect(await read(half)).toMatchObject({ report: { doubts: ["the signature does not fit"] } });
  }),
);

test.each([
  { transactionstatus: "failure" },
  { utilityref: "DON-000124" },
  { operator: "Airtel" },
  { externalreference: id.replace("5", "6") },
  { signature: `A${signature.slice(1)}` },
  { signature: "" },
  { signature: "not base64 !" },
])("a signature does not match %j", async (change) => {
  const callback = await read({ ...captured, signature, ...change });
  expect(callback).toMatchObject({ report: { proofs: ["address", "secret"] } });
  expect(callback.kind === "report" && callback.report.doubts).toContain("the signature does not fit");
});

test("a two-field signature, which leaves the status open, proves nothing", async () => {
  const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const publicKey = { pem: keys.publicKey.export({ type: "spki", format: "pem" }).toString() };
  const signed = (text: string) => sign("RSA-SHA256", Buffer.from(text), keys.privateKey).toString("base64");
  const four = signed(`${captured.utilityref}${id}successMpesa`);
  const two = signed(`${captured.utilityref}${id}`);
  expect(await read({ ...captured, signature: four }, { publicKey })).toMatchObject({
    report: { proofs: ["address", "signature", "secret"] },
  });
  expect(await read({ ...captured, signature: two }, { publicKey })).toMatchObject({
    report: { proofs: ["address", "secret"], doubts: ["the signature does not fit"] },
  });
});

test("only one of the two secrets opens the URL", async () => {
  expect((await read(captured, {}, "a7".repeat(32))).kind).toBe("report");
  for (const wrong of ["", "x", secret.slice(1), `${secret}0`, secret.toUpperCase(), "3f".repeat(31) + "3e"])
    expect((await read(captured, {}, wrong)).kind).toBe("stranger");
  expect((await read(captured, { callbackSecrets: [] }, "")).kind).toBe("stranger");
});

test("a login in the settings must be in the callback", async () => {
  for (const sent of [{}, { user: "fund" }, { ...login, password: "" }, { ...login, user: "" }])
    expect(await read({ ...withoutLogin, ...sent })).toMatchObject({
      report: { proofs: ["address"], doubts: ["user, password or client id is not ours"] },
    });
});

test("the client id is proof without a login, but the URL never", async () => {
  const none = { callbackLogin: null };
  expect(await read(withoutLogin, none)).toMatchObject({ report: { proofs: ["address"], doubts: [] } });
  expect(await read({ ...withoutLogin, clientId: "client-1" }, none)).toMatchObject({
    report: { proofs: ["address", "secret"], doubts: [] },
  });
  for (const settings of [none, {}])
    expect(await read({ ...captured, clientId: "client-2" }, settings)).toMatchObject({
      report: { proofs: ["address"], doubts: ["user, password or client id is not ours"] },
    });
});

test("without a key in the settings, a signature proves and disproves nothing", async () => {
  const noKey = { publicKey: null };
  for (const sent of [signature, "A forged one", ""])
    expect(await read({ ...captured, signature: sent }, noKey)).toMatchObject({
      kind: "report",
      report: { proofs: ["address", "secret"], doubts: [] },
    });
  const unvouched = await read({ ...withoutLogin, signature }, { ...noKey, callbackLogin: null });
  expect(unvouched).toMatchObject({ report: { proofs: ["address"], doubts: [] } });
  expect(unvouched).not.toHaveProperty("sendAgain");
});

test.each([
  ["success", "paid"],
  [" Success ", "paid"],
  ["failure", "declined"],
  ["FAILED", "declined"],
  ["successful", "paid"],
  ["Completed", "paid"],
  ["cancelled", "cancelled"],
  ["CANCELED", "cancelled"],
  ["rejected", "declined"],
  ["pending", "pending"],
  ["", "unknown"],
  ["not success", "unknown"],
  ["constructor", "unknown"],
  ["__proto__", "unknown"],
])("the word %j means %s", async (transactionstatus, outcome) => {
  expect(await read({ ...captured, transactionstatus })).toMatchObject({ report: { outcome } });
});

test.each(["reversed", "Refunded", "chargeback"])("%j is a hint of a reversal", async (transactionstatus) => {
  const publicKey = null;
  expect(await read({ ...captured, transactionstatus }, { publicKey })).toMatchObject({
    kind: "hint",
    report: { outcome: "reversed", proofs: ["address", "secret"], providerWord: transactionstatus },
  });
  const forged = { ...captured, transactionstatus, user: "another" };
  expect(await read(forged, { publicKey })).toMatchObject({ report: { proofs: ["address"] } });
});

test.each([
  ["4000", 4_000n],
  ["60000.00", 60_000n],
  ["4,0", undefined],
  ["", undefined],
])("a reversal with the amount %j names %s", async (amount, returned) => {
  const hint = await read({ ...captured, transactionstatus: "reversed", amount });
  expect(hint.kind === "hint" && hint.report.returned).toBe(returned);
});

test("keys can have any casing", async () => {
  const shouted = Object.fromEntries(
    Object.entries(captured).map(([key, value]) => [key.toUpperCase(), value]),
  );
  expect(await read(shouted)).toMatchObject({ report: { reference: "DON-000123", amount: 60_000n } });
});

test.each([
  ["60000", 60_000n],
  ["60000.00", 60_000n],
])("the amount %j is read as %s", async (amount, expected) => {
  expect(await read({ ...captured, amount })).toMatchObject({ report: { amount: expected } });
});

const unreadable = [
  ...["60000.50", "6e4", "-1", "60,000", "0x10", "٦٠٠٠٠", "9".repeat(30), "", " "],
  ...[null, undefined, {}, true],
];
test.each(unreadable)("a paid callback with the amount %j is a contradiction", async (amount) => {
  expect(await read({ ...captured, amount })).toMatchObject({
    kind: "report",
    report: { outcome: "contradictory", claims: "paid", doubts: [] },
  });
});

test.each(unreadable)("a failed callback with the amount %j is failed", async (amount) => {
  const refusal = await read({ ...captured, transactionstatus: "failure", amount });
  expect(refusal).toMatchObject({ report: { outcome: "declined", doubts: [] } });
  expect(refusal.kind === "report" && "amount" in refusal.report).toBe(false);
});

test.each(["", " "])("ids of %j are no ids", async (none) => {
  const ids = { reference: none, transid: none, externalreference: none, mnoreference: none };
  expect(await read({ ...captured, ...ids })).toMatchObject({
    report: { providerReference: null, operatorReference: null, doubts: [] },
  });
});

test("a number is read exactly as written", async () => {
  expect(await read({ ...captured, amount: 60_000 })).toMatchObject({ report: { amount: 60_000n } });
});

test("contradictory ids make a callback doubtful", async () => {
  expect(await read({ ...captured, transid: "other" })).toMatchObject({
    report: { providerReference: null, doubts: ["AzamPay's own ids contradict each other"] },
  });
});

test("a body that is not a callback is unreadable", async () => {
  for (const body of [{}, { utilityref: "x" }, { transactionstatus: "success" }, [], "success", null])
    expect((await read(Object(body))).kind).toBe("unreadable");
});

test("without the secret, a signature or both, no input is proof", async () => {
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom(...Object.values(captured)),
    fc.integer(),
    fc.constant(null),
  );
  const forged = fc.dictionary(
    fc.constantFrom(...Object.keys(captured), "signature", "user", "password"),
    value,
  );
  await fc.assert(
    fc.asyncProperty(forged, fc.string(), async (fields, path) => {
      expect((await read(fields, {}, path)).kind).toBe("stranger");
      const known = await read(fields);
      expect(known.kind === "report" ? known.report.proofs : []).not.toContain("signature");
    }),
    { numRuns: 2_000 },
  );
});

function fetchedKeys(answers: Sent[]) {
  let requests = 0;
  let time = now.getTime();
  const authorised: Authorised = {
    async send({ url }) {
      expect(url).toBe("https://checkout.example/azampay/v1/public-key?format=Pem");
      requests += 1;
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer === undefined) throw new Error("no answer is left");
      return answer;
    },
  };
  const url = "https://checkout.example/azampay/v1/public-key?format=Pem";
  const keys = openSignatures({ ...settings, publicKey: { url } }, authorised, () => new Date(time));
  const message = `DON-000123${id}successMpesa`;
  return {
    judge: (over = message) => keys.judge(over, signature),
    requests: () => requests,
    wait: (minutes: number) => (time += minutes * 60_000),
  };
}
const answer = (body: string, status = 200): Sent => ({ kind: "answered", status, contentType: "", body });
const otherKey = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .publicKey.export({ type: "spki", format: "pem" })
  .toString();

test("a fetched key is cached for a day", async () => {
  const keys = fetchedKeys([answer(JSON.stringify({ success: true, format: "Pem", publicKey: pem }))]);
  expect(await keys.judge()).toBe("fits");
  keys.wait(23 * 60);
  expect(await keys.judge()).toBe("fits");
  expect(keys.requests()).toBe(1);
  keys.wait(61);
  expect(await keys.judge()).toBe("fits");
  expect(keys.requests()).toBe(2);
});

test("a changed key is fetched once more, even during many false signatures", async () => {
  const keys = fetchedKeys([answer(JSON.stringify({ publicKey: otherKey })), answer(pem)]);
  expect(await keys.judge()).toBe("does not fit");
  for (let forged = 0; forged < 100; forged++) await keys.judge("forged");
  expect(keys.requests()).toBe(1);
  keys.wait(5);
  expect(await keys.judge()).toBe("fits");
  expect(keys.requests()).toBe(2);
});

test.each([
  answer("", 404),
  answer("<html>"),
  answer('{"publicKey":"x"}'),
  { kind: "timed-out" } satisfies Sent,
])("a missing key proves nothing and is soon requested again (%#)", async (reply) => {
  const keys = fetchedKeys([reply]);
  expect(await keys.judge()).toBe("cannot tell");
  expect(await keys.judge()).toBe("cannot tell");
  expect(keys.requests()).toBe(1);
  keys.wait(1);
  await keys.judge();
  expect(keys.requests()).toBe(2);
});

test("parallel callbacks wait for the same key request", async () => {
  const keys = fetchedKeys([answer(pem)]);
  expect(await Promise.all([keys.judge(), keys.judge(), keys.judge("forged")])).toEqual([
    "fits",
    "fits",
    "does not fit",
  ]);
});

test("a callback that cannot be verified now is requested again", async () => {
  const signatures = { judge: async () => "cannot tell" as const };
  const body = JSON.stringify({ ...captured, signature });
  expect(await readCallback(settings, signatures, { secret, contentType: null, body })).toMatchObject({
    ...{ kind: "report", sendAgain: true },
    report: { proofs: ["address", "secret"], doubts: ["the signature could not be checked"] },
  });
});
