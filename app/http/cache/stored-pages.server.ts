import type { CachedPage, RenderedPage } from "./pack.server.ts";

export type StoredPage = {
  address: string;
  page: CachedPage;
  rendered: RenderedPage;
  subjects: ReadonlySet<string>;
  /** Rendering of the page, or of its figures, began at this time. */
  madeAt: number;
  /** Rendering of the whole page began at this time. */
  wholeAt: number;
  /** The first change of a figure that the page does not show. */
  outdatedSince: number | null;
  isRenewalPlanned: boolean;
  /** Compresses the page better. It ends with the page, so that no replaced page is held until then. */
  improvement?: NodeJS.Timeout;
};

/** Finished pages by address, the oldest dropped first when there are too many bytes. */
export function openStoredPages(limitBytes: number) {
  const entries = new Map<string, StoredPage>();
  const bySubject = new Map<string, Set<StoredPage>>();
  let bytes = 0;

  function remove(entry: StoredPage | undefined): void {
    if (entry === undefined) return;
    clearTimeout(entry.improvement);
    entries.delete(entry.address);
    bytes -= sizeOf(entry);
    for (const subject of entry.subjects) {
      const pages = bySubject.get(subject);
      pages?.delete(entry);
      if (pages?.size === 0) bySubject.delete(subject);
    }
  }

  return {
    all: () => new Map(entries),

    find: (address: string): StoredPage | undefined => entries.get(address),

    store(entry: StoredPage): void {
      remove(entries.get(entry.address));
      entries.set(entry.address, entry);
      bytes += sizeOf(entry);
      for (const subject of entry.subjects) {
        const pages = bySubject.get(subject) ?? new Set();
        bySubject.set(subject, pages.add(entry));
      }
      for (const oldest of entries.values()) {
        if (bytes <= limitBytes) break;
        remove(oldest);
      }
    },

    outdate(subject: string, since: number): void {
      for (const entry of bySubject.get(subject) ?? []) entry.outdatedSince ??= since;
    },

    drop(subject: string): void {
      for (const entry of [...(bySubject.get(subject) ?? [])]) remove(entry);
    },

    clear(): void {
      for (const entry of entries.values()) clearTimeout(entry.improvement);
      entries.clear();
      bySubject.clear();
      bytes = 0;
    },

    size: () => ({ pages: entries.size, bytes }),
  };
}

/** The approximate memory of an entry besides its bodies. */
const overhead = 3 * 1024;

function sizeOf({ address, page }: StoredPage): number {
  const { br, gzip, identity } = page.bodies;
  return address.length + br.length + gzip.length + identity.length + overhead;
}
