import type { Draft } from "#domain/content/draft.ts";

/** The text typed into one form during one visit of the page. */
export type KeptDraft = { place: string; visit: string; at: Date; draft: Draft; opened: string };

/** Newest first. */
export async function keptDrafts(place: string): Promise<KeptDraft[]> {
  const drafts = await withStore<KeptDraft[]>("readonly", (store) => store.getAll(placeRange(place)));
  return (drafts ?? []).sort((one, other) => other.at.getTime() - one.at.getTime());
}

export async function keepDraft(draft: KeptDraft): Promise<void> {
  await withStore("readwrite", (store) => store.put(draft));
}

export async function dropDrafts(place: string, visit: string): Promise<void> {
  await withStore("readwrite", (store) => store.delete([place, visit]));
}

const storeName = "drafts";
const placeRange = (place: string) => IDBKeyRange.bound([place, ""], [place, "\uffff"]);

let opening: Promise<IDBDatabase> | undefined;

function openStore(): Promise<IDBDatabase> {
  return (opening ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("amana-editor", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(storeName, { keyPath: ["place", "visit"] });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error("no store"));
  }));
}

/**
 * Unlike local storage, what is written here outlives a browser that is killed a moment later. A browser that keeps
 * nothing (in private windows) keeps no drafts.
 */
async function withStore<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result> | IDBRequest,
): Promise<Result | undefined> {
  try {
    const store = (await openStore()).transaction(storeName, mode).objectStore(storeName);
    return await new Promise<Result>((resolve, reject) => {
      const request = ask(store);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error("refused"));
    });
  } catch {
    return undefined;
  }
}
