import { expect, test } from "vitest";
import { inZone, zones } from "#tests/support/time-zone.ts";
import { digest, eastAfricanTime, sameDigest, signedHeaders, type Fields } from "./signing.ts";

const credentials = { apiKey: "TESTKEY-0001", apiSecret: "TESTSECRET-0001" };
const at = new Date("2026-01-15T09:30:46Z");
const timestamp = "2026-01-15T12:30:46+03:00";
const base64 = (text: string) => Buffer.from(text).toString("base64");

const urls: Fields = [
  ["cancel_url", base64("https://fund.example.org/campaigns/1?payment=failed")],
  ["webhook", base64("https://fund.example.org/api/webhooks/selcom")],
];
const buyer: Fields = [
  ["buyer_email", "asha@example.org"],
  ["buyer_name", "Asha Juma"],
];
const vectors: [string, Fields, string][] = [
  ["order-status", [["order_id", "DON-000123"]], "cGippWGKbgQKRZrEVbKdSjlA3QZB7cg/N5d5/tqYybw="],
  [
    "wallet-payment",
    [
      ["transid", "PAY-000123-1"],
      ["order_id", "DON-000123"],
      ["msisdn", "255712345678"],
    ],
    "q117RspqHXwldKZ8mlpJYrTI+DbORpArCr1Erv73QgA=",
  ],
  [
    "list-orders",
    [
      ["fromdate", "2026-01-01"],
      ["todate", "2026-01-31"],
    ],
    "1iU0erTde0wqihQOtJsd9ASJ/ij64ZuEdbTh30xf6TM=",
  ],
  [
    "create-order-minimal",
    [
      ["vendor", "TILL60000001"],
      ["order_id", "DON-000123"],
      ...buyer,
      ["buyer_phone", "255712345678"],
      ["amount", 50_000],
      ["currency", "TZS"],
      ["redirect_url", base64("https://fund.example.org/selcom-webhook?order_id=DON-000123")],
      ...urls,
      ["buyer_remarks", "Zakat Payment"],
      ["merchant_remarks", "campaign zakat"],
      ["no_of_items", 1],
      ["expiry", 60],
    ],
    "985dMr8HwAHD+rqdYewbwieDY85+8W9KbhSKiHGjGu0=",
  ],
  [
    "create-order",
    [
      ["vendor", "TILL60000001"],
      ["order_id", "DON-000124"],
      ...buyer,
      ["buyer_userid", ""],
      ["buyer_phone", "255712345678"],
      ["gateway_buyer_uuid", ""],
      ["amount", 50_000],
      ["currency", "TZS"],
      ["payment_methods", "ALL"],
      ["redirect_url", base64("https://fund.example.org/selcom-webhook?order_id=DON-000124")],
      ...urls,
      ["billing.firstname", "Asha"],
      ["billing.lastname", "Juma"],
      ["billing.address_1", "Main Campus"],
      ["billing.city", "Morogoro"],
      ["billing.state_or_region", "Morogoro"],
      ["billing.postcode_or_pobox", "67101"],
      ["billing.country", "TZ"],
      ["billing.phone", "255712345678"],
      ["buyer_remarks", "None"],
      ["merchant_remarks", "None"],
      ["no_of_items", 1],
    ],
    "9mCblHjFWNjcRufl9UGz+vm/K/6NfN0vlmYNTZBoN2A=",
  ],
  [
    "UTF-8",
    [
      ["transid", "PAY-1"],
      ["order_id", "DON-1"],
      ["buyer_name", "Zuhra Mwïnyi"],
    ],
    "B6/x7ZV47onKzkI65t1C/3e2HDPHxyScRvTzcW26nfo=",
  ],
  ["no fields", [], "3X3VUbLsvLLXUKwcrDIYwpzJLx/Cbre7L9kVVVdPoiU="],
  [
    "an inbound webhook",
    [
      ["transid", "DIK1X2R6BW"],
      ["order_id", "DON-000123"],
      ["reference", "0281121212"],
      ["result", "SUCCESS"],
      ["resultcode", "000"],
      ["payment_status", "COMPLETED"],
    ],
    "VaEuva+L5bpIE4emp67vRtljyZ3tFj061iM0dWG0yC0=",
  ],
];

test.each(vectors)("%s has the same signature as Selcom's", (_, fields, expected) => {
  const headers = signedHeaders(fields, credentials, at);
  expect(headers).toMatchObject({
    digest: expected,
    timestamp,
    authorization: "SELCOM VEVTVEtFWS0wMDAx",
    "digest-method": "HS256",
    "signed-fields": fields.map(([name]) => name).join(","),
  });
});

test("another offset gives another text to sign", () => {
  expect(digest([["order_id", "DON-000123"]], "2026-01-15T09:30:46+00:00", credentials.apiSecret)).toBe(
    "PTiVFzL3bY7Tm0pm/DtIleNY78zBlEf+QWpojZmBcbE=",
  );
});

test("a published vector gives the same signature", () => {
  const theirs = {
    apiKey: "202cb962ac59075b964b07152d234b70",
    apiSecret: "81dc9bdb52d04dc20036dbd8313ed055",
  };
  const fields: Fields = [
    ["utilityref", "12345"],
    ["transid", "transid"],
    ["amount", 5000],
  ];
  expect(signedHeaders(fields, theirs, new Date("2019-02-26T06:30:46Z"))).toMatchObject({
    timestamp: "2019-02-26T09:30:46+03:00",
    digest: "TFHAyQ1k1d601bVfimp+GJsgiBPzMmmV0QJl0bX1c1Q=",
    authorization: "SELCOM MjAyY2I5NjJhYzU5MDc1Yjk2NGIwNzE1MmQyMzRiNzA=",
  });
});

test("the day turns at 21:00 UTC", () => {
  expect(eastAfricanTime(new Date("2025-12-31T21:00:00.999Z"))).toBe("2026-01-01T00:00:00+03:00");
});

test.each(zones)("17: a host in %s signs every vector the same", (zone) =>
  inZone(zone, () => {
    for (const [, fields, expected] of vectors)
      expect(signedHeaders(fields, credentials, at)).toMatchObject({ digest: expected, timestamp });
  }),
);

test("digests are compared completely", () => {
  expect(sameDigest("AAAA", "AAAA")).toBe(true);
  for (const other of ["AAAB", "AAA", "", "AAAAAAAA"]) expect(sameDigest("AAAA", other)).toBe(false);
});
