import { expect, test } from "vitest";
import { withRecentFiles } from "./recent-files.ts";
import type { Store } from "./store.ts";

/** Counts the reads of each file. Each file has 10 bytes. */
function countingStore() {
  const reads: string[] = [];
  const missing = () => Promise.reject(new Error("not used"));
  const store: Store = {
    ...{ put: missing, has: missing, files: missing, remove: missing, list: missing },
    async get(id, name) {
      reads.push(`${id}/${name}`);
      return name === "missing" ? null : Buffer.alloc(10);
    },
  };
  return { reads, store };
}

test("the files that were read last are not read again", async () => {
  const { reads, store } = countingStore();
  const recent = withRecentFiles(store, 20);
  for (const name of ["a", "b", "a", "c", "a", "b"]) await recent.get("well", name);
  expect(reads).toEqual(["well/a", "well/b", "well/c", "well/b"]);
});

test("simultaneous requests for one file read it once", async () => {
  const { reads, store } = countingStore();
  const recent = withRecentFiles(store, 20);
  await Promise.all(["a", "a", "a"].map((name) => recent.get("well", name)));
  expect(reads).toEqual(["well/a"]);
});

test("a missing file is asked for each time, and a huge one is not kept", async () => {
  const { reads, store } = countingStore();
  const recent = withRecentFiles(store, 5);
  for (const name of ["missing", "missing", "a", "a"]) await recent.get("well", name);
  expect(reads).toHaveLength(4);
});
