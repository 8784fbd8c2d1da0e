import { sql } from "kysely";
import { bankDetailsRecord } from "#domain/content/records.ts";
import { editable, type EditableRecord } from "./editable.ts";
import { bankColumns, readBankDetails } from "#database/content/home.ts";

/** The database takes a change only in the transaction of the approved proposal. */
export const bankDetails: EditableRecord = {
  takesTwo: "bank-details",
  ...editable({
    subject: "bank-details",
    schema: bankDetailsRecord,
    async read(db) {
      const details = await readBankDetails(db);
      if (details === null) return null;
      const { changedAt: _, ...record } = details;
      return { ...record, reason: "" };
    },
    async write(tx, record) {
      const values = { ...bankColumns.toRow(record), updated_at: sql<Date>`now()` };
      await tx
        .insertInto("bank_details")
        .values({ id: 1, ...values })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
        .execute();
    },
  }),
};
