import type { KeptPage } from "./pack.server.ts";

type Entry = { page: KeptPage; subjects: ReadonlySet<string>; bytes: number };

/** Limits the time to search for pages to drop, when many addresses have small pages. */
const mostPages = 20_000;

/** Finished pages by address, the oldest dropped first when there are too many bytes. */
export function openStoredPages(limitBytes: number) {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  function remove(address: string): void {
    bytes -= entries.get(address)?.bytes ?? 0;
    entries.delete(address);
  }

  return {
    find: (address: string): KeptPage | undefined => entries.get(address)?.page,

    store(address: string, page: KeptPage, subjects: ReadonlySet<string>): void {
      remove(address);
      const bodies = Object.values(page.bodies);
      const size = address.length + bodies.reduce((sum, body) => sum + body.length + 1024, 0);
      entries.set(address, { page, subjects, bytes: size });
      bytes += size;
      for (const oldest of entries.keys()) {
        if (bytes <= limitBytes && entries.size <= mostPages) break;
        remove(oldest);
      }
    },

    drop(subjects: string[]): void {
      for (const [address, entry] of entries)
        if (subjects.some((each) => entry.subjects.has(each))) remove(address);
    },

    clear(): void {
      entries.clear();
      bytes = 0;
    },

    size: () => ({ pages: entries.size, bytes }),
  };
}
