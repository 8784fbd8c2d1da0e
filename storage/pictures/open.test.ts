import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import sharp from "sharp";
import { largestUpload, pictureFiles, type Picture, type Refusal } from "#domain/content/picture.ts";
import { withRecentFiles } from "#storage/recent-files.ts";
import { openFolder } from "#storage/store.ts";
import { openPictures, type Pictures } from "./open.ts";

let folder: string;
let pictures: Pictures;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pictures-"));
  pictures = openPictures(openFolder(join(folder, "media")));
});
afterEach(() => rm(folder, { recursive: true }));

const keep = (source: Buffer) => pictures.keep([source]);

const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="750"><path fill="#0b6b3a" d="M0 0h1200v750H0z"/></svg>',
);

/** Without noise, which would take most of the time to encode. */
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#1d7a4a" } });

const namesOf = async (picture: Picture) => (await readdir(join(folder, "media", picture.id))).sort();

function kept(answer: Picture | Refusal): Picture {
  if ("refused" in answer) throw new Error(`refused: ${answer.refused}`);
  return answer;
}

async function readBody(picture: Picture, name: string): Promise<Buffer> {
  const file = await pictures.read(picture.id, name);
  if (file === null) throw new Error(`${name} is not there`);
  return file.body;
}

test.each(["png", "jpeg", "webp", "gif"] as const)(
  "%s comes out in every format and width",
  async (format) => {
    const picture = kept(await keep(await photo(1300, 650).toFormat(format).toBuffer()));
    expect(picture).toMatchObject({ width: 1300, height: 650 });
    expect(await namesOf(picture)).toEqual(
      pictureFiles(1300)
        .map((file) => file.name)
        .sort(),
    );
    for (const file of pictureFiles(1300)) {
      const found = await pictures.read(picture.id, file.name);
      expect(found?.type).toBe(`image/${file.format}`);
      const { width, height, format: real } = await sharp(await readBody(picture, file.name)).metadata();
      expect({ width, height, real }).toEqual({
        width: file.width,
        height: file.width / 2,
        real: file.format === "avif" ? "heif" : file.format,
      });
    }
  },
);

test("a small picture is not enlarged", async () => {
  const picture = kept(await keep(await photo(200, 100).png().toBuffer()));
  expect(await namesOf(picture)).toEqual(["200.avif", "200.jpeg", "200.webp"]);
});

test("a phone's photo is turned upright and loses its location", async () => {
  const source = await photo(800, 400)
    .jpeg()
    .withExif({ IFD0: { Copyright: "the-photographer" }, IFD3: { GPSLatitude: "6/1 49/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(source.includes("the-photographer")).toBe(true);

  const picture = kept(await keep(source));
  expect(picture).toMatchObject({ width: 400, height: 800 });
  for (const name of await namesOf(picture)) {
    const body = await readBody(picture, name);
    const { exif, xmp, iptc, icc, orientation } = await sharp(body).metadata();
    expect({ name, exif, xmp, iptc, icc, orientation }).toEqual({ name });
    expect(body.includes("the-photographer")).toBe(false);
  }
});

test("data after the picture's end is removed", async () => {
  const payload = "<script>alert(1)</script>";
  const source = Buffer.concat([await photo(400, 400).jpeg().toBuffer(), Buffer.from(payload)]);
  const picture = kept(await keep(source));
  for (const name of await namesOf(picture)) {
    expect((await readBody(picture, name)).includes(payload)).toBe(false);
  }
});

test("a file uploaded twice becomes two pictures with separate descriptions", async () => {
  const source = await photo(400, 300).png().toBuffer();
  const [first, second] = await Promise.all([keep(source), keep(source)]);
  expect(kept(first).id).toMatch(/^[0-9a-f]{32}$/);
  expect(kept(second).id).not.toBe(kept(first).id);
});

test("a drawing is encoded once, also when two processes store it together", async () => {
  const [first, second] = await Promise.all([
    pictures.keepDrawing(drawing),
    openPictures(openFolder(join(folder, "media"))).keepDrawing(drawing),
  ]);
  expect(second).toEqual(first);
  expect(await readdir(join(folder, "media"))).toEqual([first.id]);

  const path = join(folder, "media", first.id, "360.avif");
  const before = await stat(path, { bigint: true });
  await openPictures(openFolder(join(folder, "media"))).keepDrawing(drawing);
  expect((await stat(path, { bigint: true })).mtimeNs).toBe(before.mtimeNs);
});

test("a drawing for phones has few bytes and keeps its details", async () => {
  const svg = await readFile("database/seed/pictures/conference-center.svg");
  const body = await readBody(await pictures.keepDrawing(svg), "720.avif");
  expect(body.length).toBeLessThan(10_000);
  const pixels = (source: Buffer) => sharp(source).resize(720, 450).removeAlpha().raw().toBuffer();
  const [drawn, seen] = await Promise.all([pixels(svg), pixels(body)]);
  const squares = drawn.reduce((sum, value, at) => sum + (value - (seen[at] ?? 0)) ** 2, 0);
  // In dB. Quality 41 and effort 2 gave 33.9 with 11,125 bytes.
  expect(10 * Math.log10(255 ** 2 / (squares / drawn.length))).toBeGreaterThan(33.9);
});

test("our own drawings are stored, an uploaded SVG is not", async () => {
  const picture = await pictures.keepDrawing(drawing);
  expect(picture).toMatchObject({ width: 1200, height: 750 });
  expect(await namesOf(picture)).toHaveLength(9);
  expect(await keep(drawing)).toEqual({ refused: "not-a-picture" });
});

test("transparency gets the background's colour", async () => {
  const source = await sharp({ create: { width: 400, height: 400, channels: 4, background: "#00000000" } })
    .png()
    .toBuffer();
  const body = await readBody(kept(await keep(source)), "360.webp");
  const [red, green, blue] = await sharp(body).raw().toBuffer();
  for (const [seen, paper] of [
    [red, 0xfb],
    [green, 0xfa],
    [blue, 0xf6],
  ]) {
    expect(Math.abs(Number(seen) - Number(paper))).toBeLessThan(4);
  }
});

test.each([
  ["a page", Buffer.from("<!doctype html><script>alert(1)</script>"), "not-a-picture"],
  ["nothing", Buffer.alloc(0), "not-a-picture"],
  ["a BMP", Buffer.from("BM\0\0\0\0"), "not-a-picture"],
  ["a PNG's first bytes only", Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), "damaged"],
  ["a RIFF file without a picture", Buffer.from("RIFF\x04\0\0\0WAVEfmt "), "not-a-picture"],
  ["too many bytes", Buffer.alloc(largestUpload + 1), "too-large"],
])("%s is refused", async (_, source, refused) => {
  expect(await keep(source)).toEqual({ refused });
});

test("an incomplete picture is refused and leaves no files", async () => {
  const whole = await photo(900, 900).jpeg().toBuffer();
  expect(await keep(whole.subarray(0, whole.length / 2))).toEqual({ refused: "damaged" });
  expect(await readdir(folder)).toEqual([]);
});

test("a small file that would unpack into a giant is refused", async () => {
  const giant = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#fff" } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(giant.length).toBeLessThan(largestUpload);
  expect(await keep(giant)).toEqual({ refused: "too-many-pixels" });
});

test("a strip is refused, a tall poster is not", async () => {
  expect(await keep(await photo(50, 151).png().toBuffer())).toEqual({ refused: "too-tall" });
  expect(kept(await keep(await photo(50, 150).png().toBuffer()))).toMatchObject({ height: 150 });
});

test("after a refusal the next picture is accepted", async () => {
  const [refused, next] = await Promise.all([
    keep(Buffer.from("no")),
    keep(await photo(360, 100).png().toBuffer()),
  ]);
  expect(refused).toEqual({ refused: "not-a-picture" });
  expect(kept(next).width).toBe(360);
});

test("only a stored picture's own files can be read", async () => {
  const picture = kept(await keep(await photo(360, 100).png().toBuffer()));
  await writeFile(join(folder, "secret.jpeg"), "secret");
  await mkdir(join(folder, "media", "000000000000000000000000"));
  await writeFile(join(folder, "media", picture.id, "note.txt"), "note");

  expect(await pictures.read(picture.id, "360.jpeg")).not.toBeNull();
  for (const [id, file] of [
    [picture.id, "720.jpeg"],
    [picture.id, "note.txt"],
    [picture.id, "360.jpg"],
    [picture.id, "../../secret.jpeg"],
    [picture.id, "360.jpeg\0"],
    [picture.id.toUpperCase(), "360.jpeg"],
    ["..", "secret.jpeg"],
    ["", "360.jpeg"],
    ["000000000000000000000000", "360.jpeg"],
    ["111111111111111111111111", "360.jpeg"],
  ] as const) {
    expect(await pictures.read(id, file)).toBeNull();
  }
});

test.each([
  ["24 hex digits, as once", "0123456789abcdef01234567", true],
  ["32 hex digits, as now", "0123456789abcdef0123456789abcdef", true],
  ["28 hex digits", "0123456789abcdef0123456789ab", false],
  ["24 digits with a capital", "0123456789ABCDEF01234567", false],
])("a picture under an id of %s is served or not", async (_, id, isServed) => {
  await mkdir(join(folder, "media", id), { recursive: true });
  await writeFile(join(folder, "media", id, "360.webp"), "kept long ago");
  expect((await pictures.read(id, "360.webp"))?.body.toString()).toBe(isServed ? "kept long ago" : undefined);
});

test("an emptied file is not served, and the one put back is", async () => {
  const store = withRecentFiles(openFolder(join(folder, "media")), 1_000_000);
  const own = openPictures(store);
  const { id } = await own.keepDrawing(drawing);
  const path = join(folder, "media", id, "360.webp");
  const whole = await readFile(path);
  await writeFile(path, "");
  expect(await own.read(id, "360.webp")).toBeNull();
  await writeFile(path, whole);
  expect((await own.read(id, "360.webp"))?.body).toEqual(whole);
});
