import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { filesWith } from "#tests/support/database/find-text.ts";
import { rotateLogs } from "./logs.ts";

const day = 86_400_000;
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "amana-logs-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const log = () => join(folder, "amana.log");
const after = (days: number) => new Date(Date.now() + days * day);
const write = (text: string, days: number) => {
  writeFileSync(log(), text);
  utimesSync(log(), after(days), after(days));
};

test("a log line is deleted after 30 days and not before", async () => {
  write("canary", 0.5);
  rotateLogs(folder, after(0.9));
  expect(readdirSync(folder)).toEqual(["amana.log"]);
  rotateLogs(folder, after(1.1));
  expect(readFileSync(log(), "utf8")).toBe("");
  rotateLogs(folder, after(29));
  expect(await filesWith(folder, "canary")).toHaveLength(1);
  rotateLogs(folder, after(29.6));
  expect(await filesWith(folder, "canary")).toEqual([]);
});

test("a line from before a long pause is deleted at the start", async () => {
  write("canary", 0);
  rotateLogs(folder, after(40));
  expect(await filesWith(folder, "canary")).toEqual([]);
  expect(readdirSync(folder)).toEqual(["amana.log"]);
});

test("a flood of lines fills no more than 30 copies", () => {
  for (let at = 0; at < 33; at++) {
    write("x".repeat(10_000_000), at / 10_000);
    rotateLogs(folder, after(at / 10_000));
  }
  expect(readdirSync(folder)).toHaveLength(31);
});
