import { randomBytes } from "node:crypto";
import { documentFile } from "#domain/system/stored-files.ts";
import type { Scan } from "./scan-for-malware.ts";
import type { Store } from "./store.ts";

/** Evidence such as a bank's slip: stored unchanged, and never public. */
export type Documents = {
  keep(bytes: Buffer): Promise<Document | { refused: DocumentRefusal | "malware" | "unscanned" }>;
  read(document: Document): Promise<Buffer | null>;
  list: Store["list"];
  remove(id: string): Promise<void>;
};

export type DocumentRefusal = "too-large" | "not-a-document";

export type Document = { id: string; type: string };

export const largestDocument = 5 * 1024 * 1024;

/** The bytes decide the type, not the name. */
const kinds: readonly [type: string, begins: (bytes: string) => boolean][] = [
  ["application/pdf", (bytes) => /^%PDF-\d/.test(bytes)],
  ["image/png", (bytes) => bytes.startsWith("\x89PNG\r\n\x1a\n")],
  ["image/jpeg", (bytes) => bytes.startsWith("\xff\xd8\xff")],
  ["image/webp", (bytes) => bytes.startsWith("RIFF") && bytes.startsWith("WEBP", 8)],
];

const typeOf = (bytes: Buffer) => {
  const beginning = bytes.subarray(0, 16).toString("latin1");
  return kinds.find(([, begins]) => begins(beginning))?.[0];
};

/** Checks for a refusal before anything is stored. */
export function refusalOf(bytes: Buffer): DocumentRefusal | null {
  if (bytes.length > largestDocument) return "too-large";
  return typeOf(bytes) === undefined ? "not-a-document" : null;
}

/** Without a scanner, files are stored unscanned. */
export function openDocuments(store: Store, scan: Scan | null): Documents {
  return {
    async keep(bytes) {
      const type = typeOf(bytes);
      const refused = refusalOf(bytes);
      if (refused !== null || type === undefined) return { refused: refused ?? "not-a-document" };
      const scanned = scan === null ? "clean" : await scan(bytes);
      if (scanned !== "clean") return { refused: scanned === "malware" ? "malware" : "unscanned" };
      const id = randomBytes(16).toString("hex");
      await store.put(id, [{ name: documentFile, body: bytes }]);
      return { id, type };
    },
    read: ({ id }) => store.get(id, documentFile),
    list: store.list,
    remove: store.remove,
  };
}
