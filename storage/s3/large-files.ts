import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { AwsClient } from "aws4fetch";
import { StoreFault } from "#storage/store.ts";
import { hashHeader, type BucketSettings } from "./bucket.ts";
import { answerFault, away, bodyOf } from "./read-answer.ts";

export type LargeFiles = {
  /** Sends a file, and reads it back to compare. */
  send(key: string, path: string): Promise<void>;
  fetch(key: string, path: string): Promise<void>;
};

/** More needs an upload in parts. */
const largestFile = 5_000_000_000;
/** The slowest line on which a backup can end, in bytes for each millisecond. */
const slowestLine = 100;

/** Files that do not fit in memory. They are streamed. */
export function openLargeFiles(settings: BucketSettings): LargeFiles {
  const client = new AwsClient({ ...settings, service: "s3", retries: 0 });
  const addressOf = (key: string) => `${settings.endpoint}/${settings.bucket}/${key}`;

  async function ask(key: string, init: RequestInit, size: number): Promise<Response> {
    const signal = AbortSignal.timeout(60_000 + Math.ceil(size / slowestLine));
    const response = await fetch(await client.sign(addressOf(key), init), {
      signal,
      redirect: "manual",
    }).catch(away);
    if (!response.ok) throw answerFault(response.status, (await bodyOf(response)).toString());
    return response;
  }

  async function read(
    key: string,
    into: (chunks: AsyncIterable<Uint8Array>) => Promise<unknown>,
  ): Promise<void> {
    const { body, headers } = await ask(key, { method: "GET" }, largestFile);
    if (body === null) throw new StoreFault("away", "the S3 service answered without a file");
    const hash = createHash("sha256");
    const reader = body.getReader();
    let size = 0;
    const hashed = async function* (): AsyncGenerator<Uint8Array> {
      for (;;) {
        // Only errors of the service: those of the consumer, such as a full disk, do not pass here.
        const { done, value } = await reader.read().catch(away);
        if (done) return;
        size += value.length;
        if (size > largestFile)
          throw new StoreFault("damaged", `${key} is larger in the bucket than was sent`);
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
      const { size } = await stat(path);
      if (size > largestFile)
        throw new StoreFault("refused", "a backup of more than 5 GB cannot be sent to S3. Use a folder");
      const hash = await hashOfFile(path);
      const headers = { "x-amz-content-sha256": hash, [hashHeader]: hash };
      await ask(key, { method: "PUT", headers, body: await openAsBlob(path) }, size);
      await read(key, async (chunks) => {
        for await (const chunk of chunks) void chunk;
      });
    },
    fetch: (key, path) =>
      read(key, (chunks) => pipeline(chunks, createWriteStream(path, { flags: "wx", mode: 0o600 }))),
  };
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
