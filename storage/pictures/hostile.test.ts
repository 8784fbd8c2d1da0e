import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pictureFiles } from "#domain/content/picture.ts";
import { canary, hostilePictures, type Hostile } from "#tests/support/pictures/hostile.ts";
import { besidesPixels } from "#tests/support/pictures/plain-raster.ts";
import { encodeApart } from "./decode-in-process.ts";
import { encode } from "./decode-and-encode.ts";
import { openPictures, startsAsPicture, type Pictures } from "./open.ts";
import { openFolder } from "#storage/store.ts";

const corpus = await hostilePictures();
const families = [...new Set(corpus.map(({ family }) => family))];
const inFamily = (family: string) => corpus.filter((each) => each.family === family);

let folder: string;
let pictures: Pictures;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pictures-"));
  pictures = openPictures(openFolder(folder));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  // `encode` disables decoders for its whole process, and this process runs other test files, too.
  sharp.unblock({ operation: ["VipsForeignLoad"] });
});

test("the corpus has its full size and no duplicate files", () => {
  expect(corpus.length).toBeGreaterThanOrEqual(300);
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
  expect(corpus.filter(({ bytes }) => bytes.includes(canary)).length).toBeGreaterThan(150);
});

test.each(families)("%s: the result is a plain picture or a refusal", async (family) => {
  for (const hostile of inFamily(family)) {
    const outcome = startsAsPicture(hostile.bytes.subarray(0, 12))
      ? await encode("upload", hostile.bytes)
      : { refused: "not-a-picture" as const };
    if ("refused" in outcome) expectAllowed(hostile, outcome.refused);
    else {
      expectAllowed(hostile, "picture");
      expectPlain(hostile, outcome.width, outcome.files);
    }
  }
});

test("an unneeded decoder is disabled, even behind accepted first bytes", async () => {
  const dot = sharp({ create: { width: 48, height: 30, channels: 3, background: "#1d7a4a" } });
  const others = {
    TIFF: await dot.clone().tiff().toBuffer(),
    AVIF: await dot.clone().avif().toBuffer(),
    SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="48" height="30"/>'),
    "a portable map": Buffer.from("P6\n1 1\n255\nabc"),
  };
  for (const [name, bytes] of Object.entries(others))
    expect(await encode("upload", bytes), name).toEqual({ refused: "damaged" });
  expect(await encode("drawing", others.SVG)).toMatchObject({ width: 48, height: 30 });
  expect(await encode("drawing", await dot.clone().png().toBuffer())).toEqual({ refused: "damaged" });
});

test.each([
  ["processor time", { milliseconds: 1, bytes: Number.MAX_SAFE_INTEGER, wait: 60_000 }],
  ["memory", { milliseconds: Number.MAX_SAFE_INTEGER, bytes: 1, wait: 60_000 }],
  ["total time", { milliseconds: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER, wait: 1 }],
])("a picture that takes more %s than allowed is stopped", async (_, limits) => {
  const [hostile] = inFamily("colours of another kind");
  if (!hostile) throw new Error("the corpus has no such family");
  expect(await encodeApart("upload", hostile.bytes, limits)).toEqual({ refused: "damaged" });
  expect(await encodeApart("upload", hostile.bytes)).toMatchObject({ width: 48, height: 30 });
});

test("if the starter ends, no picture hangs and the next finds another", async () => {
  const [honest] = inFamily("colours of another kind");
  if (!honest) throw new Error("the corpus has no such family");
  await encodeApart("upload", honest.bytes);
  const encoding = encodeApart("upload", honest.bytes);
  for (const starter of childrenThat("decode-starter")) process.kill(starter, "SIGKILL");
  await expect(encoding).rejects.toThrow("the starter process has ended");
  expect(await encodeApart("upload", honest.bytes)).toMatchObject({ width: 48, height: 30 });
});

/** This process's children with their commands. */
function childrenThat(command: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
        return (
          Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(command)
        );
      } catch {
        return false; // It ended while we looked.
      }
    })
    .map(Number);
}

// Each needs a separate process, so by default only some run.
const whole = process.env["FULL_MATRIX"] ? corpus : families.flatMap((family) => inFamily(family).slice(-3));

test("hostile files in a separate process do not block the next picture", async () => {
  for (const hostile of whole) {
    const outcome = await pictures.keep([hostile.bytes]);
    expectAllowed(hostile, "refused" in outcome ? outcome.refused : "picture");
    if ("refused" in outcome) continue;
    const files = [];
    for (const { name } of pictureFiles(outcome.width)) {
      const file = await pictures.read(outcome.id, name);
      if (file) files.push({ name, body: file.body });
    }
    expectPlain(hostile, outcome.width, files);
  }
});

function expectAllowed({ name, ends }: Hostile, outcome: Hostile["ends"][number]) {
  expect(ends, name).toContain(outcome);
}

function expectPlain({ name }: Hostile, width: number, files: { name: string; body: Buffer }[]) {
  expect(files.map((file) => file.name).sort(), name).toEqual(
    pictureFiles(width)
      .map((file) => file.name)
      .sort(),
  );
  for (const file of files) {
    expect(besidesPixels(file.name, file.body), `${name}: ${file.name}`).toEqual([]);
    expect(file.body.includes(canary), `${name}: ${file.name}`).toBe(false);
  }
}
