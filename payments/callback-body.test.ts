import fc from "fast-check";
import { expect, test } from "vitest";
import { readCallbackFields } from "./callback-body.ts";

const read = (body: string) => {
  const fields = readCallbackFields(body);
  return fields === null ? null : Object.fromEntries(fields);
};

test("keys lose their casing, values keep their writing", () => {
  expect(read('{"UtilityRef": "A-1", "amount": 60000.00, "ok": true, "note": "caf\\u00e9 \\"x\\""}')).toEqual(
    {
      utilityref: "A-1",
      amount: "60000.00",
      ok: "true",
      note: 'café "x"',
    },
  );
});

test("what is nested or null is left out and does not leak upwards", () => {
  expect(
    read('{"a":{"amount":"1","b":[{"amount":"2"}]},"list":["amount",":","3"],"none":null,"amount":"4"}'),
  ).toEqual({ amount: "4" });
});

test("a field named twice is accepted only when both say the same", () => {
  expect(read('{"reference":"1","reference":"1"}')).toEqual({ reference: "1" });
  expect(read('{"reference":"1","reference":"2"}')).toBeNull();
  expect(read('{"reference":"1","REFERENCE":"2"}')).toBeNull();
});

test.each(["", "null", "[]", "7", '"a"', "{", "{}", '{"a":1', "a=1&b=2", "<html>", '{"a":1}{"b":2}'])(
  "%j is not a callback",
  (body) => expect(read(body)).toBeNull(),
);

test("a body above 16 KiB is not looked at", () => {
  expect(read(JSON.stringify({ a: "x".repeat(16_384) }))).toBeNull();
});

test("it agrees with JSON.parse on every flat object and never throws on anything", () => {
  const key = fc.stringMatching(/^[a-z_.]{1,8}$/).filter((name) => name !== "__proto__");
  const value = fc.string({ unit: "binary" }).filter((text) => !text.includes("\0"));
  fc.assert(
    fc.property(fc.dictionary(key, value, { minKeys: 1, noNullPrototype: true }), (flat) => {
      expect(read(JSON.stringify(flat))).toEqual(flat);
    }),
  );
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void read(text)));
  fc.assert(fc.property(fc.json(), (text) => void read(text)));
});

test("a sign that cannot be kept makes it unreadable", () => {
  expect(read('{"reference":"a\\u0000b"}')).toBeNull();
});
