import type { StoredDocuments } from "#operations/system/delete-expired-data.ts";

export const noDocuments: StoredDocuments = { list: async () => [], remove: async () => {} };
