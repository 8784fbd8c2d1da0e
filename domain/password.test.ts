import { expect, test } from "vitest";
import { passwordProblem } from "./password.ts";

test("a password has six characters or more, and an end", () => {
  expect(passwordProblem("xk7!q")).toBe("too-short");
  // Characters are counted as people count them.
  expect(passwordProblem("🌙🌙🌙🌙🌙")).toBe("too-short");
  expect(passwordProblem("xk7!qz")).toBe(null);
  expect(passwordProblem("x7".repeat(65))).toBe("too-long");
});

const guessedFirst =
  `123456 123456789 12345678 password qwerty123 qwerty1 111111 12345678910 123123 password1 1234567890
  qwerty abc123 000000 iloveyou monkey dragon letmein Password123 admin123 P@ssw0rd passw0rd welcome1 Welcome2024!
  qwertyuiop 1q2w3e4r5t zxcvbnm asdfghjkl 1qaz2wsx 666666 654321 121212 sunshine princess football charlie1 aaaaaa
  abcdef abcd1234 fedcba tanzania tanzania2025 Simba2024 yanga1935 nakupenda nakupenda123 bismillah bismillah786
  Allah123 alhamdulillah muhammad1 mohammed fatuma123 dodoma morogoro2026 zanzibar! nenosiri nenosiri1 karibu2025
  administrator adminadmin testtest simbasimba helloworld trustno1 changeme s3cr3t iloveallah 255712345678 0712345678
  01012000 19951231 2025-06-01 !!!!!! ...... asdasd qweqwe zakat2026 Amana2026 password! drowssap`
    .trim()
    .split(/\s+/);

test("what is guessed first is refused, in whatever disguise", () => {
  const taken = guessedFirst.filter((password) => passwordProblem(password) === null);
  expect(taken).toEqual([]);
});

test("the reason is the true one: a word, two of them, or one's own name", () => {
  const own = ["mwasiti", "mwasiti.kombo@fund.example"];
  for (const [password, problem] of [
    ["P@ssw0rd2024!", "too-common"],
    ["simbasimba", "two-common"],
    ["KaribuSimba9", "two-common"],
    ["simbamwasiti", "own-name"],
    ["itisawm", "own-name"],
  ] as const)
    expect(passwordProblem(password, own), password).toBe(problem);
});

test("one's own name and address are no passwords", () => {
  const own = ["mwasiti", "mwasiti.kombo@fund.example"];
  for (const password of ["mwasiti", "Mwasiti2026", "mwasiti.kombo", "mwasitimwasiti"])
    expect(passwordProblem(password, own), password).toBe("own-name");
});

test("what nobody would guess is taken, without rules about signs and figures", () => {
  const good = [
    "karafuu na mdalasini",
    "p9x-qrt",
    "bahati nne za kijani",
    "wjvkbz",
    "8f3kd02mzq",
    "ﺷﻤﺲ وقمر ونجوم",
  ];
  expect(good.map((password) => passwordProblem(password))).toEqual(good.map(() => null));
});
