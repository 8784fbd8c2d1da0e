import { sql } from "kysely";
import { bankDetailsRecord } from "#domain/content/records.ts";
import { pictureColumn } from "#database/columns.ts";
import { editable, type EditableRecord } from "./editable.ts";
import { writePicture } from "./write-picture.ts";

/** The database takes a change only in the transaction of the approved proposal. */
export const bankDetails: EditableRecord = {
  takesTwo: "bank-details",
  ...editable({
    subject: "bank-details",
    schema: bankDetailsRecord,
    async read(db) {
      const row = await db
        .selectFrom("bank_details")
        .selectAll()
        .select(pictureColumn(sql.ref("image_url")).as("picture"))
        .executeTakeFirst();
      if (!row) return null;
      return {
        bankName: row.bank_name,
        accountName: row.account_name,
        accountNumber: row.account_number,
        branch: row.branch ?? "",
        swiftCode: row.swift_code ?? "",
        mobileMoneyName: row.mobile_money_name ?? "",
        mobileMoneyNumber: row.mobile_money_number ?? "",
        additionalInfo: { en: row.additional_info ?? "", sw: row.additional_info_sw },
        picture: row.picture,
        reason: "",
      };
    },
    async write(tx, record) {
      const values = {
        bank_name: record.bankName,
        account_name: record.accountName,
        account_number: record.accountNumber,
        branch: record.branch || null,
        swift_code: record.swiftCode || null,
        mobile_money_name: record.mobileMoneyName || null,
        mobile_money_number: record.mobileMoneyNumber || null,
        additional_info: record.additionalInfo.en || null,
        additional_info_sw: record.additionalInfo.sw,
        image_url: await writePicture(tx, record.picture),
        updated_at: sql<Date>`now()`,
      };
      await tx
        .insertInto("bank_details")
        .values({ id: 1, ...values })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
        .execute();
    },
  }),
};
