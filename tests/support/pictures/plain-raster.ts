/**
 * Reads a picture's file without a decoder and finds everything next to the pixels: metadata, comments, and data
 * behind the end. A plain raster has none.
 */
export function besidesPixels(name: string, bytes: Buffer): string[] {
  const format = name.split(".").at(-1);
  if (format === "jpeg") return besidesJpeg(bytes);
  if (format === "webp") return besidesWebp(bytes);
  if (format === "avif") return besidesAvif(bytes);
  return [`no format of ours: ${name}`];
}

/** JFIF's header, tables, frame and scan. Every other segment is extra data. */
const jpegSegments = [0xe0, 0xdb, 0xc0, 0xc2, 0xc4, 0xda, 0xdd];

function besidesJpeg(bytes: Buffer): string[] {
  const found: string[] = [];
  if (bytes.readUInt16BE(0) !== 0xffd8) return ["no JPEG"];
  for (let at = 2; ;) {
    if (bytes[at] !== 0xff) return [...found, `no segment at ${at}`];
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xd9) return at + 2 === bytes.length ? found : [...found, "something behind the end"];
    if (!jpegSegments.includes(marker)) found.push(`a segment ${marker.toString(16)}`);
    at += 2 + bytes.readUInt16BE(at + 2);
    // A scan ends at the next marker that is not a restart or an escaped byte.
    if (marker === 0xda)
      while (bytes[at] !== 0xff || bytes[at + 1] === 0 || ((bytes[at + 1] ?? 0) & 0xf8) === 0xd0) at++;
  }
}

function besidesWebp(bytes: Buffer): string[] {
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WEBP")
    return ["no WebP"];
  const found = bytes.readUInt32LE(4) + 8 === bytes.length ? [] : ["something behind the end"];
  for (let at = 12; at < bytes.length;) {
    const kind = bytes.toString("latin1", at, at + 4);
    if (kind !== "VP8 ") found.push(`a chunk ${kind}`);
    const size = bytes.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return found;
}

function besidesAvif(bytes: Buffer): string[] {
  const found: string[] = [];
  const kinds: string[] = [];
  let at = 0;
  while (at + 8 <= bytes.length) {
    kinds.push(bytes.toString("latin1", at + 4, at + 8));
    at += bytes.readUInt32BE(at);
  }
  if (at !== bytes.length) found.push("something behind the end");
  if (kinds.join() !== "ftyp,meta,mdat") found.push(`boxes ${kinds.join()}`);
  for (const kind of ["Exif", "mime", "xml ", "rICC", "prof"])
    if (bytes.includes(kind)) found.push(`a part ${kind}`);
  return found;
}
