import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Waits until the device has stored this text. */
export async function draftOnDevice(page: Page, words: string) {
  await expect.poll(() => heldOnDevice(page)).toContain(words);
}

export const heldOnDevice = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open("amana-drafts");
        opening.onsuccess = () => {
          const all = opening.result.transaction("drafts").objectStore("drafts").getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(all.result));
          };
        };
      }),
  );
