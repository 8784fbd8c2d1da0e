import { expect, test } from "vitest";
import { hashPassword, isPassword } from "./hash.ts";

test("a hash accepts its own password and no other", async () => {
  const stored = await hashPassword("mchango wa leo");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await isPassword("mchango wa leo", stored)).toBe(true);
  expect(await isPassword("mchango wa jana", stored)).toBe(false);
});

test("the same password never has the same hash twice", async () => {
  expect(await hashPassword("mchango")).not.toBe(await hashPassword("mchango"));
});

// Made by the reference implementation's command: argon2 somesalt -id -t 2 -m 16 -p 1 -l 32, password "password".
test("hashes of the reference implementation are accepted", async () => {
  const stored = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  expect(await isPassword("password", stored)).toBe(true);
});

test("a malformed hash throws instead of refusing the password", async () => {
  await expect(isPassword("password", "password")).rejects.toThrow(/not an argon2id hash/);
});

test("many parallel hashes all finish", async () => {
  const stored = await hashPassword("mchango");
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, at) => isPassword(at % 2 ? "mchango" : "other", stored)),
  );
  expect(answers.filter(Boolean)).toHaveLength(4);
});
