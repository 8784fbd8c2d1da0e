import { createHash, randomBytes, randomUUID } from "node:crypto";
import { open, unlink, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import pLimit, { type LimitFunction } from "p-limit";
import {
  formatOf,
  isPictureFile,
  largestUpload,
  type Picture,
  type Refusal,
} from "#domain/content/picture.ts";
import { encodeApart } from "./decode-in-process.ts";
import type { Store } from "#storage/store.ts";

export type Pictures = {
  /**
   * Accepts an uploaded PNG, JPEG, WebP or GIF (its first frame) as a stream, and stops reading at the size limit.
   */
  keep(source: Bytes): Promise<Picture | Refusal>;
  /** Accepts an SVG that we drew ourselves; never pass it an upload. */
  keepDrawing(svg: Buffer): Promise<Picture>;
  read(id: string, file: string): Promise<{ body: Buffer; type: string } | null>;
  remove(id: string): Promise<void>;
};

// Part of a drawing's id, because browsers cache a file permanently by its name. Raise it when the encoding changes.
const recipe = "2";

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export function openPictures(store: Store): Pictures {
  // One picture at a time: decoding a large one costs more memory than the whole server.
  const inTurn = pLimit(1);

  return {
    keep: (source) => keepUpload(store, source, inTurn),
    keepDrawing: (svg) => inTurn(() => keepDrawing(store, svg)),
    read: (id, file) => readPicture(store, id, file),
    remove: (id) => store.remove(id),
  };
}

async function keepUpload(store: Store, source: Bytes, inTurn: LimitFunction): Promise<Picture | Refusal> {
  const file = await openNameless();
  try {
    const refusal = await receive(source, file);
    if (refusal) return { refused: refusal };
    const encoded = await inTurn(async () => encodeApart("upload", await readAll(file)));
    if ("refused" in encoded) return encoded;
    const { width, height, files } = encoded;
    const id = randomBytes(16).toString("hex");
    await store.put(id, files);
    return { id, width, height };
  } finally {
    await file.close();
  }
}

/** A file without a name in any folder, so that nothing remains after a crash. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `amana-upload-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  await unlink(path);
  return file;
}

async function receive(source: Bytes, file: FileHandle): Promise<"too-large" | "not-a-picture" | null> {
  let size = 0;
  for await (const chunk of source) {
    if (size + chunk.length > largestUpload) return "too-large";
    await file.writeFile(chunk);
    size += chunk.length;
  }
  const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0);
  return startsAsPicture(buffer) ? null : "not-a-picture";
}

const readAll = (file: FileHandle) => buffer(file.createReadStream({ start: 0, autoClose: false }));

export function startsAsPicture(head: Buffer): boolean {
  const starts = (bytes: string, at = 0) => head.toString("latin1", at, at + bytes.length) === bytes;
  return (
    starts("\x89PNG\r\n\x1a\n") ||
    starts("\xff\xd8\xff") ||
    starts("GIF87a") ||
    starts("GIF89a") ||
    (starts("RIFF") && starts("WEBP", 8))
  );
}

/** A drawing always has the same id. If it exists already, it is not encoded again. */
async function keepDrawing(store: Store, svg: Buffer): Promise<Picture> {
  const id = createHash("sha256").update(recipe).update(svg).digest("hex").slice(0, 24);
  if (!(await store.has(id))) {
    const encoded = await encodeApart("drawing", svg);
    if ("refused" in encoded) throw new Error(`our own drawing was refused: ${encoded.refused}`);
    await store.put(id, encoded.files);
  }
  return { id, ...sizeOfDrawing(svg) };
}

function sizeOfDrawing(svg: Buffer): { width: number; height: number } {
  const [, width, height] = /<svg [^>]*?\bwidth="(\d+)" height="(\d+)"/.exec(svg.toString()) ?? [];
  return { width: Number(width), height: Number(height) };
}

async function readPicture(store: Store, id: string, file: string) {
  if (!isPictureFile(id, file)) return null;
  const body = await store.get(id, file);
  // A crash or a full disk can empty a file.
  return body?.length ? { body, type: `image/${formatOf(file)}` } : null;
}
