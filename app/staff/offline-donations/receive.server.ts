import { data } from "react-router";
import type { Entered } from "#app/http/form.server.ts";
import { BrokenForm, partsOf } from "#app/http/body/multipart.server.ts";
import { withAnswers } from "#app/ui/meant.ts";
import { largestDocument } from "#storage/documents.ts";

/** The file is one byte longer than the limit if it was too large. */
export type Received = { entered: Entered; file: Buffer | null };

const longestText = 4_000;

/** Keeps the file in memory until the fields are valid, so that a rejected form stores nothing. */
export async function receiveWithDocument(request: Request): Promise<Received> {
  const type = request.headers.get("Content-Type") ?? "";
  const entered: Entered = {};
  let file: Buffer | null = null;
  try {
    if (!request.body) return { entered, file };
    for await (const { name, filename, bytes } of partsOf(request.body, type)) {
      if (filename === undefined) {
        entered[name] ??= (await atMost(bytes, longestText)).toString().replaceAll("\0", "");
      } else if (name === "document" && file === null) {
        const found = await atMost(bytes, largestDocument);
        if (found.length > 0) file = found;
      }
    }
    return { entered: withAnswers(entered), file };
  } catch (error) {
    if (error instanceof BrokenForm) throw data(null, { status: 400 });
    throw error;
  }
}

async function atMost(bytes: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let room = most + 1;
  for await (const chunk of bytes) {
    if (room === 0) continue;
    const taken = chunk.subarray(0, room);
    room -= taken.length;
    chunks.push(taken);
  }
  return Buffer.concat(chunks);
}
