import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mostQueuedVersions, openShareImages, type Drawing } from "./share-images.ts";
import type { ShareWords } from "./share-words.ts";

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "amana-share-"))));
afterEach(() => rm(folder, { recursive: true }));

const words: ShareWords = {
  ...{ fund: "The fund", title: "Zakat", raised: "TZS 400", photo: null, focus: null },
  progress: { percent: 40, text: "40% raised", goal: "Goal: TZS 1,000" },
};

const asking = (changed: Partial<ShareWords> = {}): Drawing => ({
  ...{ campaign: "zakat", language: "en", words: { ...words, ...changed } },
  readPhoto: async () => null,
});

/** Draws only when the test allows it, and lists the requested drawings. */
function heldDrawing() {
  const titles: string[] = [];
  const gate = Promise.withResolvers<undefined>();
  const draw = async ({ title }: ShareWords) => {
    titles.push(title);
    await gate.promise;
    return Buffer.from(title);
  };
  return { titles, draw, release: () => gate.resolve(undefined) };
}

test("200 simultaneous requests for one version draw it once", async () => {
  const { titles, draw, release } = heldDrawing();
  const images = openShareImages(folder, draw);
  const drawings = Promise.all(Array.from({ length: 200 }, () => images.read(asking())));
  release();
  expect(new Set((await drawings).map(String))).toEqual(new Set(["Zakat"]));
  await images.read(asking());
  await openShareImages(folder, draw).read(asking());
  expect(titles).toEqual(["Zakat"]);
});

test.each<[string, Partial<ShareWords>]>([
  ["title", { title: "Zakat, changed" }],
  ["raised amount", { raised: "TZS 401" }],
  ["fund", { fund: "Another fund" }],
  ["photo", { photo: "0123" }],
  ["goal", { progress: { percent: 20, text: "20% raised", goal: "Goal: TZS 2,000" } }],
])("a changed %s is drawn again once and replaces the earlier version", async (_, changed) => {
  const { titles, draw, release } = heldDrawing();
  release();
  const images = openShareImages(folder, draw);
  const other = { ...asking(), language: "sw" };
  const next = { ...asking(changed), readPhoto: async () => Buffer.from("a photo") };
  for (const each of [asking(), other, next, next]) await images.read(each);
  expect(titles).toHaveLength(3);
  expect((await readdir(folder)).map((name) => name.slice(0, 9)).sort()).toEqual(["zakat.en.", "zakat.sw."]);
});

test("versions are drawn one at a time, and too many are refused", async () => {
  const { titles, draw, release } = heldDrawing();
  const images = openShareImages(folder, draw);
  const title = (number: number) => ({ ...asking({ title: `Number ${number}` }), campaign: `c${number}` });
  const numbers = Array.from({ length: mostQueuedVersions + 3 }, (_, number) => number);
  const drawings = numbers.map((number) => images.read(title(number)));
  const busy = Promise.any(drawings);
  expect(await busy).toBe("busy");
  expect(titles.length).toBeLessThan(2);
  release();
  const answers = await Promise.all(drawings);
  expect(answers.filter((answer) => answer === "busy")).toHaveLength(3);
  expect(titles).toHaveLength(mostQueuedVersions);
  for (const number of numbers) expect(await images.read(title(number))).not.toBe("busy");
});

test("a failed drawing, or one without its photo, is not stored", async () => {
  let attempts = 0;
  const images = openShareImages(folder, async () => {
    attempts += 1;
    if (attempts === 1) throw new Error("no fonts");
    return Buffer.from("drawn");
  });
  await expect(images.read(asking())).rejects.toThrow("no fonts");
  expect(String(await images.read(asking()))).toBe("drawn");
  await images.read(asking({ photo: "0123" }));
  await images.read(asking({ photo: "0123" }));
  expect(attempts).toBe(4);
});

test("the picture is drawn in a separate process, with its photo", async () => {
  const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: "#c00000" } })
    .jpeg()
    .toBuffer();
  const focus = { x: 10, y: 90 };
  const image = await openShareImages(folder).read({
    ...asking({ photo: "0123", focus, title: "<b>Wanafunzi & wenzao</b>" }),
    readPhoto: async () => photo,
  });
  if (image === "busy") throw new Error("nothing else was drawn");
  expect(await sharp(image).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  const arch = await sharp(image).extract({ left: 800, top: 350, width: 200, height: 200 }).toBuffer();
  const [red] = (await sharp(arch).stats()).channels;
  expect(red?.mean).toBeGreaterThan(180);
});

test("without a photo, the picture has a star of the fund in its place", async () => {
  const image = await openShareImages(folder).read(asking({ title: "No photo" }));
  if (image === "busy") throw new Error("nothing else was drawn");
  const middle = await sharp(image).extract({ left: 906, top: 342, width: 20, height: 20 }).toBuffer();
  const [red] = (await sharp(middle).stats()).channels;
  expect(red?.mean).toBeGreaterThan(180);
});
