import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Waits until the device has stored this text. */
export async function keptOnDevice(page: Page, words: string) {
  await expect.poll(() => heldOnDevice(page)).toContain(words);
}

export const heldOnDevice = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const asked = indexedDB.open("amana-drafts");
        asked.onsuccess = () => {
          const all = asked.result.transaction("drafts").objectStore("drafts").getAll();
          all.onsuccess = () => {
            asked.result.close();
            resolve(JSON.stringify(all.result));
          };
        };
      }),
  );
