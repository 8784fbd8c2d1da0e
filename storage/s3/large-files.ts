import { createHash } from "node:crypto";
import { createWriteStream, openAsBlob } from "node:fs";
import { pipeline } from "node:stream/promises";
import { AwsClient } from "aws4fetch";
import { StoreFault } from "#storage/store.ts";
import { hashHeader, type BucketSettings } from "./bucket.ts";
import { answerFault, throwStoreAway, bodyOf } from "./read-answer.ts";
import { hashOf, upload, type SendToS3 } from "./upload.ts";

export type LargeFiles = {
  /** Sends a file, and reads it back to compare. */
  send(key: string, path: string): Promise<void>;
  fetch(key: string, path: string): Promise<void>;
};

/** Of S3, in bytes. */
const largestFile = 5_000_000_000_000;
const usualPart = 64 * 1024 * 1024;
/** The slowest line on which a backup can end, in bytes for each millisecond. */
const slowestLine = 100;

/** Files that do not fit in memory. They are streamed. */
export function openLargeFiles(settings: BucketSettings, partSize = usualPart): LargeFiles {
  const client = new AwsClient({ ...settings, service: "s3", retries: 0 });
  const addressOf = (key: string) => `${settings.endpoint}/${settings.bucket}/${key}`;

  const ask: SendToS3 = async (address, init, size = 0) => {
    const signal = AbortSignal.timeout(60_000 + Math.ceil(size / slowestLine));
    const signed = await client.sign(address, init);
    const response = await fetch(signed, { signal, redirect: "manual" }).catch(throwStoreAway);
    if (response.status === 404 && init.method === "HEAD")
      throw new StoreFault("refused", "There is no such file in the bucket.");
    if (!response.ok) throw answerFault(response.status, (await bodyOf(response)).toString());
    return response;
  };

  async function read(
    { key, size }: { key: string; size: number },
    into: (chunks: AsyncIterable<Uint8Array>) => Promise<unknown>,
  ): Promise<void> {
    const { body, headers } = await ask(addressOf(key), { method: "GET" }, size);
    if (body === null) throw new StoreFault("away", "the S3 service answered without a file");
    const hash = createHash("sha256");
    const reader = body.getReader();
    let received = 0;
    const hashed = async function* (): AsyncGenerator<Uint8Array> {
      for (;;) {
        // Only errors of the service: those of the consumer, such as a full disk, do not pass here.
        const { done, value } = await reader.read().catch(throwStoreAway);
        if (done) return;
        received += value.length;
        if (received > size) throw new StoreFault("damaged", `${key} is larger in the bucket than was sent`);
        hash.update(value);
        yield value;
      }
    };
    await into(hashed());
    if (headers.get(hashHeader) !== hash.digest("hex"))
      throw new StoreFault("damaged", `${key} has other bytes in the bucket than were sent`);
  }

  return {
    async send(key, path) {
      const file = await openAsBlob(path);
      if (file.size > largestFile)
        throw new StoreFault("refused", "a backup of more than 5 TB cannot be sent to S3. Use a folder");
      const headers = { [hashHeader]: await hashOf(file.stream()) };
      await upload(ask, { address: addressOf(key), file, headers, partSize });
      await read({ key, size: file.size }, async (chunks) => {
        for await (const chunk of chunks) void chunk;
      });
    },
    async fetch(key, path) {
      const { headers } = await ask(addressOf(key), { method: "HEAD" });
      const size = Number(headers.get("content-length"));
      await read({ key, size }, (chunks) =>
        pipeline(chunks, createWriteStream(path, { flags: "wx", mode: 0o600 })),
      );
    },
  };
}
