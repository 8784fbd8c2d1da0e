import pLimit from "p-limit";
import type { Store, Stored, StoredFile } from "#storage/store.ts";
import type { Bucket } from "./bucket.ts";

/** Stored last and removed first: without it, a picture is unfinished. */
const mark = "complete";

const requestsAtOnce = 4;

/**
 * Ids and names that we make. Other programs can store objects with other keys. A part such as `..` would lead out of
 * the bucket, and out of DATA_DIR when files are moved back.
 */
const isOwn = (part: string): boolean => /^[\w-][\w.-]*$/.test(part);

/** The bucket must be private. We never give out its addresses, not even signed ones. */
export function openBucketStore(bucket: Bucket, folder: "pictures" | "documents"): Store {
  const keyOf = (id: string, name: string) => `${folder}/${id}/${name}`;
  const inTurn = pLimit(requestsAtOnce);

  async function put(id: string, files: StoredFile[]): Promise<void> {
    await Promise.all(files.map(({ name, body }) => inTurn(() => bucket.put(keyOf(id, name), body))));
    await bucket.put(keyOf(id, mark), Buffer.alloc(0));
  }

  async function files(id: string): Promise<StoredFile[] | null> {
    const names = await namesOf(id);
    if (!names.includes(mark)) return null;
    const read = names.filter((name) => name !== mark).map((name) => inTurn(() => readFile(id, name)));
    const found = (await Promise.all(read)).flat();
    // The site removed the picture in between.
    return found.length === names.length - 1 ? found : null;
  }

  async function readFile(id: string, name: string): Promise<StoredFile[]> {
    const body = await bucket.get(keyOf(id, name));
    return body === null ? [] : [{ name, body }];
  }

  async function remove(id: string): Promise<void> {
    await bucket.remove(keyOf(id, mark));
    const names = await namesOf(id);
    await Promise.all(names.map((name) => inTurn(() => bucket.remove(keyOf(id, name)))));
  }

  async function namesOf(id: string): Promise<string[]> {
    const prefix = `${folder}/${id}/`;
    const names = (await bucket.list(prefix)).map(({ key }) => key.slice(prefix.length));
    return names.filter(isOwn).toSorted();
  }

  async function list(): Promise<Stored[]> {
    const found = new Map<string, Stored & { sizes: Map<string, number> }>();
    for (const { key, storedAt, bytes } of await bucket.list(`${folder}/`)) {
      const [, id = "", name = ""] = key.split("/");
      if (!isOwn(id)) continue;
      const known = found.get(id) ?? { id, storedAt, isComplete: false, sizes: new Map() };
      if (known.storedAt < storedAt) known.storedAt = storedAt;
      known.isComplete ||= name === mark;
      known.sizes.set(name, bytes);
      found.set(id, known);
    }
    return [...found.values()];
  }

  return {
    ...{ put, files, remove, list },
    has: (id) => bucket.has(keyOf(id, mark)),
    get: (id, name) => bucket.get(keyOf(id, name)),
  };
}
