import { createStore, del, set, values } from "idb-keyval";
import type { Draft } from "#domain/content/draft.ts";

/** `opened` and `held` are those of the form: the published record and the saved draft that it began with. */
export type DeviceDraft = {
  place: string;
  visit: string;
  at: Date;
  draft: Draft;
  opened: string;
  held: string;
};

/** Unlike local storage, IndexedDB keeps a write when the browser is killed a moment later. */
const store = createStore("amana-drafts", "drafts");

/** Newest first. A browser may refuse to store anything, for example in a private window; the list is then empty. */
export async function deviceDrafts(place: string): Promise<DeviceDraft[]> {
  const drafts = await values<DeviceDraft>(store).catch(() => []);
  return drafts
    .filter((draft) => draft.place === place)
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}

export async function keepDraft(draft: DeviceDraft): Promise<void> {
  await set([draft.place, draft.visit], draft, store).catch(() => undefined);
}

export async function dropDrafts(place: string, visit: string): Promise<void> {
  await del([place, visit], store).catch(() => undefined);
}
