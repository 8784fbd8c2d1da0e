import type { Store } from "./store.ts";

/**
 * Keeps the files that were read last in memory, up to this many bytes. A bucket takes 50 ms for each, and can be away
 * for a while. Only for pictures: their files never change.
 */
export function withRecentFiles(store: Store, limitBytes: number): Store {
  const recent = new Map<string, Buffer>();
  const reading = new Map<string, Promise<Buffer | null>>();
  let bytes = 0;

  function keep(key: string, body: Buffer): void {
    recent.set(key, body);
    bytes += body.length;
    for (const [oldest, { length }] of recent) {
      if (bytes <= limitBytes) return;
      recent.delete(oldest);
      bytes -= length;
    }
  }

  async function read(id: string, name: string, key: string): Promise<Buffer | null> {
    const body = await store.get(id, name);
    // An empty file is damaged, and can be put back.
    if (body !== null && body.length > 0) keep(key, body);
    return body;
  }

  return {
    ...store,
    async get(id, name) {
      const key = `${id}/${name}`;
      const kept = recent.get(key);
      if (kept !== undefined) {
        recent.delete(key);
        recent.set(key, kept);
        return kept;
      }
      const shared = reading.get(key);
      if (shared !== undefined) return shared;
      const own = read(id, name, key).finally(() => reading.delete(key));
      reading.set(key, own);
      return own;
    },
  };
}
