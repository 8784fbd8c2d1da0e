import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import { StoreFault } from "#storage/store.ts";
import { errorCodeIn, readListing, type Listed } from "./listing.ts";
import { answerFault, throwStoreAway, bodyOf } from "./read-answer.ts";

export type S3Service = {
  /** An origin. The bucket is the first part of the path, which every S3-compatible service understands. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type BucketSettings = S3Service & { bucket: string };

export type Bucket = {
  put(key: string, body: Buffer): Promise<void>;
  /** Throws `StoreFault` if the bytes differ from those that were stored. */
  get(key: string): Promise<Buffer | null>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  list(prefix: string): Promise<Listed[]>;
  /** The status that a stranger without keys gets. */
  statusForStranger(key: string): Promise<number>;
};

/** A request and its repetition get this time together, in milliseconds. */
const usualPatience = 10_000;

export function openBucket(settings: BucketSettings, patience = usualPatience): Bucket {
  const client = new AwsClient({ ...settings, service: "s3", retries: 0 });
  const root = `${settings.endpoint}/${settings.bucket}`;
  const addressOf = (key: string) => `${root}/${key}`;
  const send: Send = (address, init) => sendSigned(client, address, init, patience);

  return {
    async put(key, body) {
      const hash = hashOf(body);
      // The service compares the signed hash with the bytes, so half a body is refused.
      const headers = { "x-amz-content-sha256": hash, [hashHeader]: hash };
      const answer = await send(addressOf(key), { method: "PUT", headers, body: new Uint8Array(body) });
      // Another program at this address, such as a proxy's sign-in page, also answers 200.
      if (!answer?.headers.has("etag"))
        throw new StoreFault("damaged", "the S3 service did not say that it stored the file");
    },
    get: (key) => get(send, addressOf(key)),
    has: async (key) => (await send(addressOf(key), { method: "HEAD" })) !== null,
    remove: async (key) => void (await send(addressOf(key), { method: "DELETE" })),
    list: (prefix) => list(send, root, prefix),
    async statusForStranger(key) {
      const signal = AbortSignal.timeout(patience);
      const answer = await fetch(addressOf(key), { signal, redirect: "manual" }).catch(throwStoreAway);
      await answer.body?.cancel();
      return answer.status;
    },
  };
}

export const hashHeader = "x-amz-meta-sha256";
const hashOf = (body: Uint8Array) => createHash("sha256").update(body).digest("hex");

type Answer = { headers: Headers; body: Buffer };
/** Null if there is no such object. */
type Send = (address: string, init: RequestInit) => Promise<Answer | null>;

async function get(send: Send, address: string): Promise<Buffer | null> {
  const answer = await send(address, { method: "GET" });
  if (answer === null) return null;
  if (!isAsStored(answer))
    throw new StoreFault("damaged", `${new URL(address).pathname} has other bytes than were stored`);
  return answer.body;
}

/** Other programs can copy a bucket without our header. The ETag of such a copy is its MD5, except with keys of KMS. */
function isAsStored({ headers, body }: Answer): boolean {
  const stored = headers.get(hashHeader);
  if (stored !== null) return stored === hashOf(body);
  if (headers.get("x-amz-server-side-encryption")?.startsWith("aws:kms")) return true;
  return headers.get("etag") === `"${createHash("md5").update(body).digest("hex")}"`;
}

/** A page has up to 1,000 objects. */
const mostPages = 10_000;

async function list(send: Send, root: string, prefix: string): Promise<Listed[]> {
  const found: Listed[] = [];
  const asked = new Set<string | null>();
  let next: string | null = null;
  do {
    if (asked.has(next) || asked.size === mostPages)
      throw new StoreFault("damaged", "the list of the bucket has no end");
    asked.add(next);
    const query = new URLSearchParams({ "list-type": "2", prefix });
    if (next !== null) query.set("continuation-token", next);
    const answer: Answer | null = await send(`${root}?${query}`, { method: "GET" });
    if (answer === null) throw new StoreFault("refused", "the bucket does not exist");
    const page = readListing(answer.body.toString());
    if (page === null) throw new StoreFault("damaged", "the S3 service answered without a list");
    found.push(...page.objects);
    ({ next } = page);
  } while (next !== null);
  return found;
}

/** Every request can be repeated. A connection that the service has just closed fails once. */
async function sendSigned(
  client: AwsClient,
  address: string,
  init: RequestInit,
  patience: number,
): Promise<Answer | null> {
  const signal = AbortSignal.timeout(patience);
  const attempt = async () => {
    // The signature has the time, so each attempt has its own.
    const request = await client.sign(address, init);
    const response = await fetch(request, { signal, redirect: "manual" }).catch(throwStoreAway);
    return judge(response, await bodyOf(response));
  };
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof StoreFault) || error.kind !== "away" || signal.aborted) throw error;
    return attempt();
  }
}

function judge(response: Response, body: Buffer): Answer | null {
  const { status, headers } = response;
  if (response.ok) return { headers, body };
  const text = body.toString();
  if (status === 404 && errorCodeIn(text) !== "NoSuchBucket") return null;
  throw answerFault(status, text);
}
