import fc from "fast-check";
import { expect, test } from "vitest";
import { digest } from "./signing.ts";
import { readWebhook } from "./webhook.ts";

const settings = {
  baseUrl: "https://apigw.example",
  apiKey: "TESTKEY-0001",
  apiSecret: "TESTSECRET-0001",
  vendor: "TILL60000001",
  callbackUrl: "https://fund.example/api/callbacks/selcom",
  pageHosts: ["pay.example"],
  orderExpiryMinutes: 60,
};
const now = new Date("2026-01-15T09:30:46Z");
const webhook = {
  result: "SUCCESS",
  resultcode: "000",
  order_id: "DON-000123",
  transid: "DIK1X2R6BW",
  reference: "0281121212",
  channel: "TIGOPESATZ",
  amount: "10000",
  phone: "255712345678",
  payment_status: "COMPLETED",
};
const headers = {
  "digest-method": "HS256",
  digest: "VaEuva+L5bpIE4emp67vRtljyZ3tFj061iM0dWG0yC0=",
  timestamp: "2026-01-15T12:30:46+03:00",
  "signed-fields": "transid,order_id,reference,result,resultcode,payment_status",
};
const read = (body: object, sent: Record<string, string | undefined> = headers, at = now) =>
  readWebhook(settings, at, { headers: sent, body: JSON.stringify(body) });

test("a signed webhook is a hint without an amount", () => {
  expect(read(webhook)).toEqual({
    kind: "hint",
    report: {
      provider: "selcom",
      reference: "DON-000123",
      outcome: "paid",
      proofs: ["signature"],
      providerWord: "COMPLETED",
      raw: { status: null, body: JSON.stringify(webhook) },
    },
  });
});

test("an unsigned webhook, as Selcom has sent, is a hint without proof", () => {
  expect(read(webhook, { "user-agent": "SelcomPay 1.0" })).toMatchObject({
    kind: "hint",
    report: { outcome: "paid", proofs: [] },
  });
});

test("the misspelt result code is the same field", () => {
  const { resultcode, ...rest } = webhook;
  expect(read({ ...rest, resulcode: resultcode })).toMatchObject({
    report: { outcome: "paid", proofs: ["signature"] },
  });
});

test.each(["transid", "order_id", "reference", "result", "resultcode", "payment_status"] as const)(
  "one changed character in %s, or its absence, makes the sender unknown",
  (field) => {
    const last = webhook[field].slice(-1);
    expect(read({ ...webhook, [field]: webhook[field].slice(0, -1) + (last === "X" ? "Y" : "X") }).kind).toBe(
      "stranger",
    );
    const { [field]: _, ...without } = webhook;
    expect(read(without).kind).toBe(field === "order_id" ? "unreadable" : "stranger");
  },
);

const resigned = (change: Partial<typeof headers>) => ({ ...headers, ...change });
const listed = (list: string) => {
  const values = list
    .split(",")
    .map((name) => [name, String(Object.entries(webhook).find(([key]) => key === name)?.[1])] as const);
  return resigned({ "signed-fields": list, digest: digest(values, headers.timestamp, settings.apiSecret) });
};
const falsely: [string, Record<string, string | undefined>][] = [
  ["a wrong key", resigned({ digest: digest([], headers.timestamp, "another") })],
  ["one flipped bit", resigned({ digest: headers.digest.replace("V", "W") })],
  ["an empty digest", resigned({ digest: "" })],
  ["a field left out, signed truly", listed("transid,order_id,reference,result,resultcode")],
  [
    "a field more, signed truly",
    listed("transid,order_id,reference,result,resultcode,payment_status,amount"),
  ],
  ["another order, signed truly", listed("order_id,transid,reference,result,resultcode,payment_status")],
  ["a true digest under another list", resigned({ "signed-fields": `${headers["signed-fields"]},amount` })],
  ["no field list", { digest: headers.digest, timestamp: headers.timestamp }],
  ["no time", { digest: headers.digest, "signed-fields": headers["signed-fields"] }],
  ["no digest", { timestamp: headers.timestamp, "signed-fields": headers["signed-fields"] }],
  ["another method", resigned({ "digest-method": "RS256" })],
  ["a time in words", resigned({ timestamp: "Thu Jan 15 2026" })],
];
test.each(falsely)("%s makes the sender unknown", (_, sent) => {
  expect(read(webhook, sent).kind).toBe("stranger");
});

test.each([
  [-301, "stranger"],
  [-300, "hint"],
  [300, "hint"],
  [301, "stranger"],
])("a webhook read %d seconds after it was signed is a %s", (seconds, kind) => {
  expect(read(webhook, headers, new Date(now.getTime() + seconds * 1000)).kind).toBe(kind);
});

test("a field with two values is not read, signed or not", () => {
  const body = JSON.stringify(webhook).replace('"reference"', '"reference":"9999999999","reference"');
  expect(readWebhook(settings, now, { headers, body }).kind).toBe("unreadable");
});

test.each([
  [{ payment_status: "CANCELLED" }, "cancelled"],
  [{ payment_status: "USERCANCELED" }, "cancelled"],
  [{ payment_status: "REJECTED" }, "declined"],
  [{ payment_status: "INPROGRESS" }, "pending"],
  [{ payment_status: "REVERSED" }, "reversed"],
  [{ payment_status: "SOMETHING" }, "unknown"],
  [{ result: "FAIL" }, "unknown"],
  [{ resultcode: "999" }, "unknown"],
])("%j means %s", (change, outcome) => {
  expect(read({ ...webhook, ...change }, {})).toMatchObject({ report: { outcome } });
});

test("without the secret, no body is signed, and none throws an error", () => {
  const header = fc.constantFrom(...Object.keys(headers));
  fc.assert(
    fc.property(fc.string(), fc.dictionary(header, fc.string()), fc.boolean(), (text, sent, whole) => {
      const body = whole ? JSON.stringify({ ...webhook, transid: text }) : text;
      const callback = readWebhook(settings, now, { headers: sent, body });
      expect(callback.kind === "hint" && callback.report.proofs.length > 0).toBe(false);
    }),
  );
});
