import { expect, test } from "vitest";
import { commonPasswords } from "./common-passwords.ts";
import { longPasswords } from "./long-passwords.ts";
import { passwordProblem } from "./password.ts";

test("a password has 12 to 128 characters", () => {
  expect(passwordProblem("xk7!q")).toBe("too-short");
  // Characters are counted as people see them.
  expect(passwordProblem("🌙🌙🌙🌙🌙")).toBe("too-short");
  for (const short of ["xk7!qz", "xk7!qzmw2pd", "🌙".repeat(11)])
    expect(passwordProblem(short), short).toBe("under-twelve");
  expect(passwordProblem("xk7!qzmw2pdh")).toBe(null);
  expect(passwordProblem("xk7!qzmw".repeat(16))).toBe(null);
  expect(passwordProblem(`${"xk7!qzmw".repeat(16)}q`)).toBe("too-long");
});

test("common passwords are refused, also when padded to 12 characters", () => {
  expect(commonPasswords.size).toBeGreaterThan(10_000);
  const long = [...commonPasswords].filter((each) => each.length >= 12);
  expect(long.length).toBeGreaterThan(200);
  expect(long.filter((each) => passwordProblem(each) === null)).toEqual([]);
  const words = [...commonPasswords].filter((each) => /^[a-z]{3,}$/.test(each));
  expect(words.length).toBeGreaterThan(5_000);
  const lengthened = words.flatMap((each) => [each.padEnd(12, "1234567890"), `${each}!`.padEnd(12, "2026!")]);
  expect(lengthened.filter((each) => passwordProblem(each) === null)).toEqual([]);
});

test("the 3,000 most common passwords that are long enough are refused", () => {
  const long = [...longPasswords, ...[...commonPasswords].filter((each) => each.length >= 12)];
  expect(new Set(long).size).toBeGreaterThan(3_000);
  for (const change of [(each: string) => each, (each: string) => each.toUpperCase()])
    expect(long.filter((each) => passwordProblem(change(each)) === null)).toEqual([]);
  for (const each of ["unbelievable", "12345678901234567890", "Professional", "11111111111111111111"])
    expect(passwordProblem(each), each).toBe("too-common");
});

test("the fund's name is refused as a password", () => {
  const own = ["University Community Fund", "Mfuko wa Jumuiya ya Chuo Kikuu"];
  for (const password of ["UniversityCommunityFund", "community-university", "MfukoJumuiya2026"])
    expect(passwordProblem(password, own), password).toBe("own-name");
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

test("easily guessed passwords are refused in every disguise", () => {
  const taken = guessedFirst.filter((password) => passwordProblem(password) === null);
  expect(taken).toEqual([]);
});

test("the reason names one word, two words or the person's own name", () => {
  const own = ["mwasiti", "mwasiti.kombo@fund.example"];
  for (const [password, problem] of [
    ["P@ssw0rd2024!", "too-common"],
    ["simbasimba!!", "too-common"],
    ["KaribuSimba9", "two-common"],
    ["simbamwasiti", "own-name"],
    ["itisawm-1995", "own-name"],
  ] as const)
    expect(passwordProblem(password, own), password).toBe(problem);
});

test.each([
  ...["12341234123412", "12345678901234", "01234567890123", "98765432109876", "00000000000000"],
  ...["20262026202620", "1234567890123456", "07541234560754", "1234 5678 9012 34"],
])("the number %s repeats or counts, so it is too common", (number) => {
  expect(passwordProblem(number)).toBe("too-common");
});

test("a long number without a pattern is a password", () => {
  expect(passwordProblem("40718293560617")).toBeNull();
});

test("a person's own name and email are refused as passwords", () => {
  const own = ["mwasiti", "mwasiti.kombo@fund.example"];
  for (const password of ["mwasiti12345", "Mwasiti-2026!", "mwasiti.kombo", "mwasitimwasiti"])
    expect(passwordProblem(password, own), password).toBe("own-name");
});

test("only the first 300 characters of a name are compared", () => {
  const name = (spaces: number) => `${" ".repeat(spaces)}mwasiti`;
  expect(passwordProblem("mwasiti12345", [name(293)])).toBe("own-name");
  expect(passwordProblem("mwasiti12345", [name(300)])).toBeNull();
});

test("an unguessable password is accepted without rules about signs and digits", () => {
  const good = [
    "karafuu na mdalasini",
    "p9x-qrt-47kd",
    "bahati nne za kijani",
    "wjvkbzhdqtnl",
    "8f3kd02mzq77",
    "ﺷﻤﺲ وقمر ونجوم",
  ];
  expect(good.map((password) => passwordProblem(password))).toEqual(good.map(() => null));
});
