import pLimit from "p-limit";
import { encodeApart } from "./decode-in-process.ts";
import { shareImage, shareVersion, writeShareOrder, type ShareWords } from "./share-words.ts";
import { openFolder, type Store } from "#storage/store.ts";

export type ShareImages = {
  /**
   * The picture of these words: from the cache, or drawn once by one process for all requests. `busy` if too many
   * versions wait.
   */
  read(drawing: Drawing): Promise<Buffer | "busy">;
};

export type Drawing = {
  campaign: string;
  language: string;
  words: ShareWords;
  readPhoto: () => Promise<Buffer | null>;
};

type Draw = (words: ShareWords, photo: Buffer | null) => Promise<Buffer>;

/** Limit of versions in drawing or waiting. Each takes some 100 kB of memory and half a second of a core. */
export const mostQueuedVersions = 16;

export function openShareImages(folder: string, draw: Draw = drawApart): ShareImages {
  const store = openFolder(folder);
  const drawing = new Map<string, Promise<Buffer>>();
  const inTurn = pLimit(1);

  async function read(wanted: Drawing): Promise<Buffer | "busy"> {
    const { campaign, language, words } = wanted;
    const id = `${campaign}.${language}.${shareVersion(words)}`;
    const kept = await store.get(id, shareImage.name);
    if (kept) return kept;
    const shared = drawing.get(id);
    if (shared) return shared;
    if (drawing.size >= mostQueuedVersions) return "busy";
    const mine = inTurn(drawAndKeep, store, id, wanted, draw).finally(() => drawing.delete(id));
    drawing.set(id, mine);
    return mine;
  }

  return { read };
}

async function drawAndKeep(store: Store, id: string, { words, readPhoto }: Drawing, draw: Draw) {
  // Drawn between the first check and this one.
  const kept = await store.get(id, shareImage.name);
  if (kept) return kept;
  const photo = await readPhoto();
  const body = await draw(words, photo);
  // The folder of pictures can be unavailable for a moment, so a picture without its photo is not stored.
  if (words.photo !== null && photo === null) return body;
  await store.put(id, [{ name: shareImage.name, body }]);
  await removeEarlier(store, id);
  return body;
}

/** An earlier version is never shown again: its URL redirects to the current one. */
async function removeEarlier(store: Store, present: string): Promise<void> {
  const subject = present.slice(0, present.lastIndexOf(".") + 1);
  for (const { id } of await store.list())
    if (id !== present && id.startsWith(subject)) await store.remove(id);
}

async function drawApart(words: ShareWords, photo: Buffer | null): Promise<Buffer> {
  const drawn = await encodeApart("share", writeShareOrder(words, photo));
  const file = "refused" in drawn ? undefined : drawn.files[0];
  if (!file) throw new Error("a share picture took too much time or memory to draw");
  return file.body;
}
