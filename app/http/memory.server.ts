import { subjectsOf } from "./page-cache.server.ts";

export type Memory = ReturnType<typeof openMemory>;

type Kept = { value: Promise<unknown>; subjects: string[] };

/**
 * What is expensive to find, such as the order of ten thousand campaigns, kept by the same subjects as pages are. A
 * change takes away what is still being found as well, so nothing old is ever kept.
 */
export function openMemory(mostValues = 32) {
  const values = new Map<string, Kept>();
  let listening = false;

  const until =
    (subjects: string[]) =>
    async <Value>(name: string, find: () => Promise<Value>): Promise<Value> => {
      const kept = values.get(name);
      if (kept) {
        // The one used last is the last to go.
        values.delete(name);
        values.set(name, kept);
        // Only a finder of this very name ever stores under it.
        return kept.value as Promise<Value>;
      }
      const value = find();
      if (!listening) return value;
      values.set(name, { value, subjects });
      value.catch(() => values.delete(name));
      for (const oldest of values.keys()) {
        if (values.size <= mostValues) break;
        values.delete(oldest);
      }
      return value;
    };

  return {
    until,
    forget(subject: string): void {
      const changed = subjectsOf(subject);
      for (const [name, { subjects }] of values) {
        if (changed.some((each) => subjects.includes(each))) values.delete(name);
      }
    },
    heardAgain(): void {
      values.clear();
      listening = true;
    },
    lost(): void {
      values.clear();
      listening = false;
    },
  };
}
