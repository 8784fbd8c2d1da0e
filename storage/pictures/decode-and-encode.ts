import sharp from "sharp";
import type { Sharp } from "sharp";
import { formats, pictureFilesIn, widths } from "#domain/content/picture.ts";
import type { Picture, PictureFile, PictureFormat, Refusal } from "#domain/content/picture.ts";
import type { StoredFile } from "#storage/store.ts";

/** The input: an uploaded file, or an SVG that we drew ourselves. */
export type Source = "upload" | "drawing";

export type Encoded = Omit<Picture, "id"> & { files: StoredFile[] };

const mostPixels = 40_000_000;
const tallest = 3; // heights for one width; a strip would cost the memory of many pictures
const behindTransparency = "#fbfaf6";

/** Decodes, and encodes again in every format and width. Only for a separate process: a hostile file can crash it. */
export async function encode(kind: Source, bytes: Buffer): Promise<Encoded | Refusal> {
  allowOnly(loaders[kind]);
  const header = await readHeader(bytes).catch(() => null);
  if (header === null) return { refused: "damaged" };
  const { width, height } = header.autoOrient;
  if (width * height > mostPixels) return { refused: "too-many-pixels" };
  if (height > tallest * width) return { refused: "too-tall" };

  const largest = await shrink(decode(bytes), width).catch(() => null);
  if (largest === null) return { refused: "damaged" };
  return { width, height, files: await encodeAll(kind, largest, width) };
}

const loaders: Record<Source, string[]> = {
  upload: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadNsgif", "VipsForeignLoadWebp"],
  drawing: ["VipsForeignLoadSvg"],
};

/** All other decoders are disabled, whatever format the bytes claim. */
function allowOnly(operation: string[]): void {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation });
}

// Reads no pixels, so it can open a giant picture. With the limit, a giant would look like a damaged file.
function readHeader(source: Buffer) {
  return sharp(source, { limitInputPixels: false, pages: 1 }).metadata();
}

function decode(source: Buffer): Sharp {
  return sharp(source, { limitInputPixels: mostPixels, failOn: "error", pages: 1 });
}

type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

/** Decodes once, to the largest stored width. The result is bare pixels, without the source's metadata. */
async function shrink(image: Sharp, width: number): Promise<Pixels> {
  return image
    .autoOrient()
    .resize({ width: Math.min(width, Math.max(...widths)), withoutEnlargement: true })
    .flatten({ background: behindTransparency })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
}

// Formats in parallel, widths in sequence: two AVIF encoders together would double the memory and save little time.
async function encodeAll(kind: Source, pixels: Pixels, width: number): Promise<StoredFile[]> {
  const files = formats.map((format) => encodeEach(kind, pixels, pictureFilesIn(format, width)));
  return (await Promise.all(files)).flat();
}

async function encodeEach(kind: Source, pixels: Pixels, files: PictureFile[]): Promise<StoredFile[]> {
  const encoded: StoredFile[] = [];
  for (const { name, width, format } of files) {
    const sized = sharp(pixels.data, { raw: pixels.info }).resize({ width });
    encoded.push({ name, body: await encoders[format](sized, kind, width).toBuffer() });
  }
  return encoded;
}

/** Phones load files up to this width, so more time is spent to make those of drawings small. */
const widestForPhones = 720;

/** Drawings have large areas of one colour and few details, so they need less. */
const encoders: Record<PictureFormat, (image: Sharp, kind: Source, width: number) => Sharp> = {
  avif: (image, kind, width) => image.avif(avifSettings(kind, width)),
  webp: (image) => image.webp({ quality: 78, effort: 3 }),
  jpeg: (image) => image.jpeg({ quality: 78, mozjpeg: true }),
};

function avifSettings(kind: Source, width: number) {
  if (kind === "upload") return { quality: 55, effort: 2 };
  return width <= widestForPhones ? { quality: 36, effort: 3 } : { quality: 41, effort: 2 };
}
