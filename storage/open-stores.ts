import { join } from "node:path";
import { withRecentFiles } from "./recent-files.ts";
import { openBucket, type BucketSettings } from "./s3/bucket.ts";
import { claimedStore } from "./s3/claim.ts";
import { openBucketStore } from "./s3/store.ts";
import { openFolder, type Store } from "./store.ts";

export type Stores = { pictures: Store; documents: Store };

type Place = { dataDir: string; s3: BucketSettings | undefined };

/** In the bucket if one is configured, otherwise in DATA_DIR. */
export function openStores({ dataDir, s3 }: Place, installation?: string): Stores {
  return s3 === undefined ? openFolders(dataDir) : openBucketStores(s3, installation);
}

export function openFolders(dataDir: string): Stores {
  return {
    pictures: openFolder(join(dataDir, "pictures")),
    documents: openFolder(join(dataDir, "documents")),
  };
}

/** With an installation, the stores list nothing from the bucket of another one. */
export function openBucketStores(s3: BucketSettings, installation?: string): Stores {
  const bucket = openBucket(s3);
  const open = (folder: "pictures" | "documents") => {
    const store = openBucketStore(bucket, folder);
    return installation === undefined ? store : claimedStore(store, bucket, installation);
  };
  return { pictures: withRecentFiles(open("pictures"), recentBytes), documents: open("documents") };
}

/** For each process. A page on a phone has about 300 kB of pictures. */
const recentBytes = 16 * 1024 * 1024;
