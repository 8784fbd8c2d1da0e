import { StoreFault } from "#storage/store.ts";
import { errorCodeIn } from "./listing.ts";

/** Pictures and documents are much smaller. A broken service could send without end, and fill the memory. */
const largestBody = 32 * 1024 * 1024;

export async function bodyOf(response: Response): Promise<Buffer> {
  if (response.body === null) return Buffer.alloc(0);
  const parts: Uint8Array[] = [];
  const reader = response.body.getReader();
  for (let size = 0; ;) {
    const { done, value } = await reader.read().catch(throwStoreAway);
    if (done) return Buffer.concat(parts);
    parts.push(value);
    size += value.length;
    if (size <= largestBody) continue;
    await reader.cancel().catch(() => {});
    throw new StoreFault("damaged", "the S3 service sent more than 32 MB");
  }
}

export function answerFault(status: number, body: string): StoreFault {
  const kind = status >= 500 || status === 429 ? "away" : "refused";
  const code = errorCodeIn(body);
  if (code === "NoSuchBucket") return new StoreFault(kind, "the bucket does not exist");
  return new StoreFault(kind, `the S3 service answered ${code ?? `status ${status}`}`);
}

export function throwStoreAway(error: unknown): never {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const isNamed = cause instanceof Error && "code" in cause && typeof cause.code === "string";
  const isLate = error instanceof Error && error.name === "TimeoutError";
  const reason = isLate ? "ETIMEDOUT" : isNamed ? String(cause.code) : String(cause);
  throw new StoreFault("away", `the S3 service did not answer (${reason})`, { cause: error });
}
