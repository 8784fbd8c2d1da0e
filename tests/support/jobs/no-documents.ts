import type { StoredDocuments } from "#operations/system/delete-expired-data.ts";

/** For tests of jobs that have nothing to do with documents. */
export const noDocuments: StoredDocuments = { list: async () => [], remove: async () => {} };
