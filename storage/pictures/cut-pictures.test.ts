import { mkdtemp, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { formats } from "#domain/content/picture.ts";
import { openFolder } from "#storage/store.ts";
import { wholeFile } from "#tests/support/pictures/whole-file.ts";
import { isCut, listUsable } from "./cut-pictures.ts";

const raster = sharp({ create: { width: 90, height: 60, channels: 3, background: "#2a7" } });

test.each(formats)("a whole %s is not cut, and every shorter one is", async (format) => {
  const body = await raster.clone().toFormat(format).toBuffer();
  expect(isCut(`360.${format}`, body)).toBe(false);
  const shorter = Array.from({ length: body.length }, (_, length) => body.subarray(0, length));
  expect(shorter.filter((each) => !isCut(`360.${format}`, each))).toEqual([]);
});

test("a document of any kind is not cut", () => {
  expect(isCut("document", Buffer.from("%PDF-1.4"))).toBe(false);
});

test("a picture's cut file is listed with the size 0", async () => {
  const folder = await mkdtemp(join(tmpdir(), "amana-cut-"));
  const store = openFolder(folder);
  await store.put(
    "roof",
    ["360.avif", "360.webp"].map((name) => ({ name, body: wholeFile(name) })),
  );
  await truncate(join(folder, "roof", "360.avif"), 16);
  const [roof] = await listUsable(store);
  expect([...(roof?.sizes ?? [])]).toEqual([
    ["360.avif", 0],
    ["360.webp", 28],
  ]);
});
