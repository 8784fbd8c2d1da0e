import { createHash } from "node:crypto";
import { StoreFault } from "#storage/store.ts";
import { uploadIn } from "./listing.ts";
import { answerFault, bodyOf } from "./read-answer.ts";

/** A signed request. `size` is that of the larger body, of the request or of its answer. */
export type SendToS3 = (address: string, init: RequestInit, size?: number) => Promise<Response>;

type Upload = { address: string; file: Blob; headers: Record<string, string>; partSize: number };

/** One object of S3 has at most this many. */
const mostParts = 10_000;

/** A file larger than a part is sent in parts: S3 takes 5 GB at once, and a broken line then costs one part. */
export async function upload(ask: SendToS3, { address, file, headers, partSize }: Upload): Promise<void> {
  if (file.size <= partSize) return void (await put(ask, address, { body: file, headers }));
  const begun = await ask(`${address}?uploads`, { method: "POST", headers });
  const id = uploadIn((await bodyOf(begun)).toString());
  if (id === null) throw new StoreFault("damaged", "the S3 service began no upload");
  const begunUpload = `${address}?uploadId=${encodeURIComponent(id)}`;
  try {
    const size = Math.max(partSize, Math.ceil(file.size / mostParts));
    await complete(ask, begunUpload, await putParts(ask, begunUpload, { file, size }));
  } catch (error) {
    // The service would keep the parts, and charge for them.
    await ask(begunUpload, { method: "DELETE" }).catch(() => undefined);
    throw error;
  }
}

async function put(
  ask: SendToS3,
  address: string,
  { body, headers = {} }: { body: Blob; headers?: Record<string, string> },
): Promise<string> {
  const signed = { "x-amz-content-sha256": await hashOf(body.stream()), ...headers };
  const answer = await ask(address, { method: "PUT", headers: signed, body }, body.size);
  await answer.body?.cancel();
  return answer.headers.get("etag") ?? "";
}

async function putParts(
  ask: SendToS3,
  begunUpload: string,
  { file, size }: { file: Blob; size: number },
): Promise<string[]> {
  const tags: string[] = [];
  for (let from = 0; from < file.size; from += size) {
    const part = { body: file.slice(from, from + size) };
    const address = `${begunUpload}&partNumber=${tags.length + 1}`;
    tags.push(await put(ask, address, part).catch(() => put(ask, address, part)));
  }
  return tags;
}

async function complete(ask: SendToS3, begunUpload: string, tags: string[]): Promise<void> {
  const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
  const body = new Blob([`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`]);
  const headers = { "x-amz-content-sha256": await hashOf(body.stream()) };
  const answer = (await bodyOf(await ask(begunUpload, { method: "POST", headers, body }))).toString();
  // The service can find a fault after it has sent the status 200.
  if (!answer.includes("<CompleteMultipartUploadResult")) throw answerFault(500, answer);
}

export async function hashOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}
