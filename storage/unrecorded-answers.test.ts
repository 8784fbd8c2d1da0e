import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { UnrecordedAnswer } from "#domain/payments/unrecorded-answers.ts";
import { openAnswerFolder } from "./unrecorded-answers.ts";

let root: string;
let folder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "amana-news-"));
  folder = join(root, "news");
});
afterEach(async () => {
  await chmod(root, 0o755);
  await rm(root, { recursive: true, force: true });
});

const raw = { status: 200, body: '{"msisdn":"255712345678"}' };
const accepted: UnrecordedAnswer = {
  ...{ kind: "answer", provider: "azampay", reference: "ref-1" },
  answer: { kind: "accepted", providerReference: "az-1", raw },
};
const others: UnrecordedAnswer[] = [
  {
    ...{ kind: "answer", provider: "selcom", reference: "ref-2" },
    answer: { kind: "opened", url: "https://pay.example/2", providerReference: null, raw: null },
  },
  {
    ...{ kind: "answer", provider: "azampay", reference: "ref-3" },
    answer: { kind: "refused", reason: "rejected", why: "no", raw: null },
  },
  {
    ...{ kind: "answer", provider: "azampay", reference: "ref-4" },
    answer: { kind: "unknown", why: "timeout", raw: null },
  },
  { kind: "callback", provider: "azampay", reference: "ref-1", providerReference: "az-1" },
  {
    ...{ kind: "callback", provider: "azampay", reference: "ref-1", providerReference: null },
    outcome: "reversed",
  },
  { kind: "not-asked", provider: "azampay", reference: "ref-5" },
];

test("another process reads stored answers, without the raw body", async () => {
  for (const each of [accepted, ...others]) await openAnswerFolder(folder).keep(each);
  const found = await openAnswerFolder(folder).list();
  const withoutBody = { ...accepted, answer: { ...accepted.answer, raw: { status: 200, body: "" } } };
  expect(found).toHaveLength(7);
  expect(found).toEqual(expect.arrayContaining([withoutBody, ...others]));
});

test("copies of one callback are stored together", async () => {
  const callback = others[4];
  if (callback === undefined) throw new Error("there is no callback");
  await Promise.all(Array.from({ length: 20 }, () => openAnswerFolder(folder).keep(callback)));
  expect(await openAnswerFolder(folder).list()).toEqual([callback]);
  expect(await readdir(folder)).toHaveLength(1);
});

test("answers kept at once are all on the disk, also after one that failed", async () => {
  const answers = openAnswerFolder(folder);
  await writeFile(folder, "a file in place of the folder");
  await expect(Promise.all(others.map((each) => answers.keep(each)))).rejects.toThrow();
  await rm(folder);
  await Promise.all([accepted, ...others].map((each) => answers.keep(each)));
  expect(await openAnswerFolder(folder).list()).toHaveLength(7);
});

test("only the account of the site can read the files", async () => {
  await openAnswerFolder(folder).keep(accepted);
  const [name = ""] = await readdir(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(folder, name), "utf8")).not.toContain("255712345678");
});

test("deleting one leaves the rest, and can be repeated", async () => {
  const answers = openAnswerFolder(folder);
  for (const each of [accepted, ...others]) await answers.keep(each);
  await answers.forget(accepted);
  await answers.forget(accepted);
  expect(await answers.list()).toHaveLength(6);
});

test("an unreadable file is reported once and set aside", async () => {
  const answers = openAnswerFolder(folder);
  await answers.keep(accepted);
  await writeFile(join(folder, "azampay-ref-9.answer.json"), "{");
  await expect(answers.list()).rejects.toThrow("cannot be read");
  expect(await answers.list()).toHaveLength(1);
});

test("a reference that is not a file name is refused", async () => {
  const outside: UnrecordedAnswer = {
    kind: "callback",
    provider: "azampay",
    reference: "../x",
    providerReference: null,
  };
  await expect(openAnswerFolder(folder).keep(outside)).rejects.toThrow("cannot name a file");
});

test("a missing folder has no answers", async () => {
  expect(await openAnswerFolder(folder).list()).toEqual([]);
});
