import fc from "fast-check";
import { expect, test } from "vitest";
import { readCallbackFields } from "./callback-body.ts";

const read = (body: string) => {
  const fields = readCallbackFields(body);
  return fields === null ? null : Object.fromEntries(fields);
};

test("keys become lower case, values stay unchanged", () => {
  expect(read('{"UtilityRef": "A-1", "amount": 60000.00, "ok": true, "note": "caf\\u00e9 \\"x\\""}')).toEqual(
    {
      utilityref: "A-1",
      amount: "60000.00",
      ok: "true",
      note: 'café "x"',
    },
  );
});

test("nested and null values are left out", () => {
  expect(
    read('{"a":{"amount":"1","b":[{"amount":"2"}]},"list":["amount",":","3"],"none":null,"amount":"4"}'),
  ).toEqual({ amount: "4" });
});

test("a repeated field is accepted only if both values are equal", () => {
  expect(read('{"reference":"1","reference":"1"}')).toEqual({ reference: "1" });
  expect(read('{"reference":"1","reference":"2"}')).toBeNull();
  expect(read('{"reference":"1","REFERENCE":"2"}')).toBeNull();
});

test.each(["", "null", "[]", "7", '"a"', "{", "{}", '{"a":1', "a=1&b=2", "<html>", '{"a":1}{"b":2}'])(
  "%j is not a callback",
  (body) => expect(read(body)).toBeNull(),
);

test("a body above 16 KiB is not read", () => {
  expect(read(JSON.stringify({ a: "x".repeat(16_384) }))).toBeNull();
});

test("reading agrees with JSON.parse on flat objects and never throws", () => {
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

test("half of a character is replaced, so that a case can quote the field", () => {
  expect(read('{"amount":"5\\ud83d"}')).toEqual({ amount: "5\ufffd" });
});

test("a character that cannot be stored makes the body unreadable", () => {
  expect(read('{"reference":"a\\u0000b"}')).toBeNull();
});
