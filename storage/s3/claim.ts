import { StoreFault, type Store } from "#storage/store.ts";
import type { Bucket } from "./bucket.ts";

/** Names the installation whose files the bucket has. */
export const claimKey = "installation";

/**
 * An installation deletes documents that its own database does not name. So two installations must never share a
 * bucket. The first one claims it.
 */
export async function claimBucket(bucket: Bucket, installation: string): Promise<"ours" | "another's"> {
  const claim = await claimOf(bucket);
  if (claim === null) await bucket.put(claimKey, Buffer.from(installation));
  return claim === null || claim === installation ? "ours" : "another's";
}

export async function claimOf(bucket: Bucket): Promise<string | null> {
  return (await bucket.get(claimKey))?.toString() ?? null;
}

/** The list decides about deletions, so it checks the claim each time. The start cannot if the service is away then. */
export function claimedStore(store: Store, bucket: Bucket, installation: string): Store {
  return {
    ...store,
    async list() {
      if ((await claimBucket(bucket, installation)) === "ours") return store.list();
      throw new StoreFault("refused", foreignBucket);
    },
  };
}

export const foreignBucket =
  "S3_BUCKET has the files of another installation. Use a separate bucket for each installation.";
