import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Waits until what was typed is kept on the device. */
export async function keptOnDevice(page: Page, words: string) {
  await expect.poll(() => heldOnDevice(page)).toContain(words);
}

/** Everything that forms keep on the device. */
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
