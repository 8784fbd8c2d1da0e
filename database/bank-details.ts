import { sql } from "kysely";
import type { BankDetailsRecord } from "#domain/proposal.ts";
import type { Reads } from "./sql.server.ts";

/** As staff edit them; null before anybody has. Whoever is about to change them holds them until their transaction ends. */
export async function readBankRecord(
  db: Reads,
  { hold = false }: { hold?: boolean } = {},
): Promise<BankDetailsRecord | null> {
  const row = await db
    .selectFrom("bank_details")
    .selectAll()
    .$if(hold, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    bankName: row.bank_name,
    accountName: row.account_name,
    accountNumber: row.account_number,
    branch: row.branch,
    swiftCode: row.swift_code,
    mobileMoneyName: row.mobile_money_name,
    mobileMoneyNumber: row.mobile_money_number,
    additionalInfo: row.additional_info,
    additionalInfoSw: row.additional_info_sw,
    image: row.image_url,
  };
}

/** The database takes this only in the transaction of the approved proposal. */
export async function writeBankRecord(db: Reads, record: BankDetailsRecord): Promise<void> {
  await db
    .updateTable("bank_details")
    .set({
      bank_name: record.bankName,
      account_name: record.accountName,
      account_number: record.accountNumber,
      branch: record.branch,
      swift_code: record.swiftCode,
      mobile_money_name: record.mobileMoneyName,
      mobile_money_number: record.mobileMoneyNumber,
      additional_info: record.additionalInfo,
      additional_info_sw: record.additionalInfoSw,
      image_url: record.image,
      updated_at: sql<Date>`now()`,
    })
    .execute();
}
