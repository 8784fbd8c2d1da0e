import sharp from "sharp";
import type { Sharp } from "sharp";
import { formats, pictureFilesIn, widths } from "#domain/content/picture.ts";
import type { Picture, PictureFile, PictureFormat, Refusal } from "#domain/content/picture.ts";
import type { StoredFile } from "./store.ts";

/** What the work is on: a file that somebody uploaded, or an SVG that we drew ourselves. */
export type Source = "upload" | "drawing";

export type Encoded = Omit<Picture, "id"> & { files: StoredFile[] };

const mostPixels = 40_000_000;
const tallest = 3; // heights for one width; a strip would cost the memory of many pictures
const behindTransparency = "#fbfaf6";

/** Decodes, and encodes anew in every format and width. Only for a process of its own: a hostile file may take it down. */
export async function encode(kind: Source, bytes: Buffer): Promise<Encoded | Refusal> {
  allowOnly(loaders[kind]);
  const header = await readHeader(bytes).catch(() => null);
  if (header === null) return { refused: "damaged" };
  const { width, height } = header.autoOrient;
  if (width * height > mostPixels) return { refused: "too-many-pixels" };
  if (height > tallest * width) return { refused: "too-tall" };

  const largest = await shrink(decode(bytes), width).catch(() => null);
  if (largest === null) return { refused: "damaged" };
  return { width, height, files: await encodeAll(largest, width) };
}

const loaders: Record<Source, string[]> = {
  upload: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadNsgif", "VipsForeignLoadWebp"],
  drawing: ["VipsForeignLoadSvg"],
};

/** Every other decoder is out of reach, whatever the bytes pretend to be. */
function allowOnly(operation: string[]): void {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation });
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
    .raw()
    .toBuffer({ resolveWithObject: true });
}

// Formats side by side, widths in turn: two AVIF encoders at once would double the memory for little time.
async function encodeAll(pixels: Pixels, width: number): Promise<StoredFile[]> {
  const files = formats.map((format) => encodeEach(pixels, pictureFilesIn(format, width)));
  return (await Promise.all(files)).flat();
}

async function encodeEach(pixels: Pixels, files: PictureFile[]): Promise<StoredFile[]> {
  const encoded: StoredFile[] = [];
  for (const { name, width, format } of files) {
    const sized = sharp(pixels.data, { raw: pixels.info }).resize({ width });
    encoded.push({ name, body: await encoders[format](sized).toBuffer() });
  }
  return encoded;
}

const encoders: Record<PictureFormat, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 55, effort: 2 }),
  webp: (image) => image.webp({ quality: 78, effort: 3 }),
  jpeg: (image) => image.jpeg({ quality: 78, mozjpeg: true }),
};
