import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openLog } from "./open-log.ts";

let dataDir = "";
let file = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "amana-log-"));
  file = join(dataDir, "logs", "amana.log");
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const messages = () =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => /"msg":"([^"]*)"/.exec(line)?.[1]);

// Linux answers each write to /dev/full with ENOSPC.
test.runIf(process.platform === "linux")("a full disk delays log lines and ends nothing", () => {
  mkdirSync(join(dataDir, "logs"));
  symlinkSync("/dev/full", file);
  const { log, reopen } = openLog({ dataDir, logLevel: "info", logTo: "file" });
  log.info("first");
  log.info("second");
  rmSync(file);
  reopen();
  log.info("third");
  expect(messages()).toEqual(["first", "second", "third"]);
});

test.runIf(process.platform === "linux")("a full disk keeps at most a megabyte of lines in memory", () => {
  mkdirSync(join(dataDir, "logs"));
  symlinkSync("/dev/full", file);
  const { log, reopen } = openLog({ dataDir, logLevel: "info", logTo: "file" });
  for (let line = 0; line < 2_000; line++) log.info("x".repeat(1_000));
  rmSync(file);
  reopen();
  log.info("last");
  expect(readFileSync(file).length).toBeLessThan(1_100_000);
});

test("a reopened log continues in a new file", () => {
  const { log, reopen } = openLog({ dataDir, logLevel: "info", logTo: "file" });
  log.info("first");
  rmSync(file);
  reopen();
  log.info("second");
  expect(messages()).toEqual(["second"]);
});
