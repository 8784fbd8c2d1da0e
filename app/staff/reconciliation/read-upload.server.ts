import { BrokenForm, partsOf } from "#app/http/body/multipart.server.ts";

const largestStatement = 5 * 1024 * 1024;

export type Upload =
  | { kind: "file"; name: string; bytes: Buffer; fields: Map<string, string> }
  | { kind: "none"; fields: Map<string, string> }
  | { kind: "too-large" }
  | { kind: "broken" };

/** Stops reading when the file exceeds the limit. */
export async function readUpload(request: Request): Promise<Upload> {
  const fields = new Map<string, string>();
  let file: { name: string; bytes: Buffer } | null = null;
  if (request.body === null) return { kind: "none", fields };
  try {
    for await (const part of partsOf(request.body, request.headers.get("Content-Type") ?? "")) {
      const isFile = part.name === "file" && part.filename !== undefined;
      const bytes = await bytesOf(part.bytes, isFile ? largestStatement : 1_000);
      if (bytes === null) return { kind: "too-large" };
      if (isFile && bytes.length > 0) file = { name: nameOf(part.filename ?? ""), bytes };
      else if (!isFile) fields.set(part.name, bytes.toString());
    }
  } catch (error) {
    if (error instanceof BrokenForm) return { kind: "broken" };
    throw error;
  }
  return file === null ? { kind: "none", fields } : { kind: "file", ...file, fields };
}

async function bytesOf(source: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const nameOf = (filename: string) =>
  filename
    .replaceAll(/[\p{C}]+/gu, "")
    .split(/[\\/]/)
    .at(-1)
    ?.slice(0, 100) || "statement.csv";
