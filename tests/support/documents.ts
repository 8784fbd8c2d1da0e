import type { StoredDocuments } from "#operations/forget-expired.ts";

/** For tests of jobs that have nothing to do with documents. */
export const noDocuments: StoredDocuments = { list: async () => [], remove: async () => {} };
