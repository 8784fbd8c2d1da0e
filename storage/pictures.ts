import { createHash, randomUUID } from "node:crypto";
import { access, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { Sharp } from "sharp";
import { formats, pictureFilesIn, widths } from "#domain/picture.ts";
import type { Picture, PictureFile, PictureFormat } from "#domain/picture.ts";

export type Refusal = { refused: "not-a-picture" | "damaged" | "too-large" | "too-tall" };

export type Pictures = {
  /** Takes an uploaded PNG, JPEG, WebP or GIF (its first frame). */
  keep(source: Buffer): Promise<Picture | Refusal>;
  /** Takes an SVG that we drew ourselves; never give it something uploaded. */
  keepDrawing(svg: Buffer): Promise<Picture>;
  read(id: string, file: string): Promise<{ body: Buffer; type: string } | null>;
};

export const largestUpload = 5 * 1024 * 1024;
const mostPixels = 40_000_000;
const tallest = 3; // heights for one width; a strip would cost the memory of many pictures
const secondsToEncode = 10;
const behindTransparency = "#fbfaf6";

// Part of every id, because browsers keep a file under its name for ever: raise it when the encoding below changes.
const recipe = "1";

export function openPictures(folder: string): Pictures {
  let last: Promise<unknown> = Promise.resolve();

  // One picture at a time: decoding a large one costs more memory than everything else the process does.
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  }

  return {
    keep: (source) => inTurn(() => keepUpload(folder, source)),
    keepDrawing: (svg) => inTurn(() => keepDrawing(folder, svg)),
    read: (id, file) => readPicture(folder, id, file),
  };
}

async function keepUpload(folder: string, source: Buffer): Promise<Picture | Refusal> {
  if (source.length > largestUpload) return { refused: "too-large" };
  const format = sniff(source);
  if (format === null) return { refused: "not-a-picture" };

  const size = await readHeader(source).catch(() => null);
  if (size === null || size.format !== format) return { refused: "damaged" };
  const { width, height } = size.autoOrient;
  if (width * height > mostPixels) return { refused: "too-large" };
  if (height > tallest * width) return { refused: "too-tall" };

  const picture = { id: pictureId(source), width, height };
  if (await exists(join(folder, picture.id))) return picture;
  const largest = await shrink(decode(source), width).catch(() => null);
  if (largest === null) return { refused: "damaged" };
  await write(folder, picture, largest);
  return picture;
}

async function keepDrawing(folder: string, svg: Buffer): Promise<Picture> {
  const image = decode(svg);
  const { width, height } = await image.metadata();
  const picture = { id: pictureId(svg), width, height };
  if (!(await exists(join(folder, picture.id)))) await write(folder, picture, await shrink(image, width));
  return picture;
}

async function readPicture(folder: string, id: string, file: string) {
  const format = formats.find((known) => file.endsWith(`.${known}`));
  if (!/^[0-9a-f]{24}$/.test(id) || !/^[1-9][0-9]{0,3}\.[a-z]+$/.test(file) || !format) return null;
  const body = await readFile(join(folder, id, file)).catch(nullWhenMissing);
  return body && { body, type: `image/${format}` };
}

type UploadFormat = "png" | "jpeg" | "gif" | "webp";

function sniff(source: Buffer): UploadFormat | null {
  const starts = (bytes: string, at = 0) => source.toString("latin1", at, at + bytes.length) === bytes;
  if (starts("\x89PNG\r\n\x1a\n")) return "png";
  if (starts("\xff\xd8\xff")) return "jpeg";
  if (starts("GIF87a") || starts("GIF89a")) return "gif";
  if (starts("RIFF") && starts("WEBP", 8)) return "webp";
  return null;
}

// Reads no pixels, so it may look at a giant, which the limit would not tell from a damaged file.
function readHeader(source: Buffer) {
  return sharp(source, { limitInputPixels: false, pages: 1 }).metadata();
}

function decode(source: Buffer): Sharp {
  return sharp(source, { limitInputPixels: mostPixels, failOn: "error", pages: 1 });
}

type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

/** Decodes once, to the largest width we keep; what comes out is bare pixels, without any of the source's metadata. */
async function shrink(image: Sharp, width: number): Promise<Pixels> {
  return image
    .autoOrient()
    .resize({ width: Math.min(width, Math.max(...widths)), withoutEnlargement: true })
    .flatten({ background: behindTransparency })
    .toColourspace("srgb")
    .timeout({ seconds: secondsToEncode })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

// A whole folder is renamed into place, so a picture is there with all its files or not at all.
async function write(folder: string, picture: Picture, pixels: Pixels): Promise<void> {
  const unfinished = join(folder, `.unfinished-${randomUUID()}`);
  await mkdir(unfinished, { recursive: true });
  try {
    await Promise.all(
      formats.map((format) => encodeAll(unfinished, pixels, pictureFilesIn(format, picture.width))),
    );
    await rename(unfinished, join(folder, picture.id)).catch(ignoreWhenThere);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

// Formats side by side, widths in turn: two AVIF encoders at once would double the memory for little time.
async function encodeAll(folder: string, pixels: Pixels, files: PictureFile[]): Promise<void> {
  for (const file of files) await encodeInto(folder, pixels, file);
}

async function encodeInto(folder: string, pixels: Pixels, file: PictureFile): Promise<void> {
  const sized = sharp(pixels.data, { raw: pixels.info }).resize({ width: file.width });
  const body = await encoders[file.format](sized).timeout({ seconds: secondsToEncode }).toBuffer();
  await writeFile(join(folder, file.name), body, { flush: true });
}

const encoders: Record<PictureFormat, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 55, effort: 2 }),
  webp: (image) => image.webp({ quality: 78, effort: 3 }),
  jpeg: (image) => image.jpeg({ quality: 78, mozjpeg: true }),
};

function pictureId(source: Buffer): string {
  return createHash("sha256").update(recipe).update(source).digest("hex").slice(0, 24);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function nullWhenMissing(error: unknown): null {
  if (hasCode(error, "ENOENT")) return null;
  throw error;
}

// Another process kept the same picture meanwhile: its files are the same as ours.
function ignoreWhenThere(error: unknown): void {
  if (!hasCode(error, "ENOTEMPTY") && !hasCode(error, "EEXIST")) throw error;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
