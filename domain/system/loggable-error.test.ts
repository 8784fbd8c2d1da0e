import { expect, test } from "vitest";
import { loggableError, openLogSerializers, withoutValues } from "./loggable-error.ts";

test.each([
  ['invalid input syntax for type bigint: "asha"', 'invalid input syntax for type bigint: "…"'],
  [`Unexpected token 'A', "Asha Juma" is not valid JSON`, `Unexpected token 'A', "…" is not valid JSON`],
  [
    'duplicate key value violates unique constraint "users_email_key"',
    'duplicate key value violates unique constraint "users_email_key"',
  ],
  ["550 5.1.1 <asha@example.org>: unknown", "550 5.1.1 <<email>>: unknown"],
  ["no answer for 255712345678 or +255 712 345 678", "no answer for <number> or <number>"],
  ["payment 1234567 of zakat_1763829000123 has gone", "payment 1234567 of zakat_1763829000123 has gone"],
  ['"Asha Juma has no end', '"…"'],
])("%j is logged as %j", (message, logged) => {
  expect(withoutValues(message)).toBe(logged);
});

test("an error of PostgreSQL is logged without the row it is about", () => {
  const error = Object.assign(new Error('null value in column "donor_name" violates not-null constraint'), {
    ...{ code: "23502", severity: "ERROR", table: "donations", column: "donor_name" },
    detail: "Failing row contains (1, Asha Juma, asha@example.org).",
    where: "SQL statement \"insert ... 'Asha Juma'\"",
    hint: "Asha",
    query: "select 'Asha Juma'",
  });
  const logged = loggableError(
    new AggregateError([error], "2 emails could not be written", { cause: error }),
  );
  expect(JSON.stringify(logged)).not.toMatch(/Asha|asha/);
  expect(logged.errors?.[0]?.known).toEqual({
    ...{ code: "23502", severity: "ERROR", table: "donations", column: "donor_name" },
  });
  expect(logged.cause?.message).toContain('column "donor_name"');
});

test("a thrown value other than an error is logged by type", () => {
  expect(loggableError("no answer of asha@example.org")).toEqual({
    type: "string",
    message: "no answer of <email>",
  });
});

test("the stack of a repeated error is logged once a minute", () => {
  let time = 0;
  const { err } = openLogSerializers(() => time);
  const error = new Error("no answer", { cause: new Error("connection refused") });
  const whole = loggableError(error);
  const known = "logged less than a minute before";
  const short = { ...whole, stack: known, cause: { ...whole.cause, stack: known } };
  expect([err(error), err(error)]).toEqual([whole, short]);
  time = 60_000;
  expect(err(error)).toEqual(whole);
});
