import { expect, test } from "vitest";
import { accountWords } from "./words.ts";

test.each([
  ["provider_receivable:azampay", null, "Receivable from AzamPay"],
  ["campaign:mosque", "A new mosque", "Funds of A new mosque"],
  ["zakat:students", "Zakat for students", "Zakat funds of Zakat for students"],
  ["bank", null, "Bank account"],
  ["fee_income", null, "Processing fees"],
])("the ledger account %s is shown in words", (account, campaign, words) => {
  expect(accountWords(account, campaign)).toBe(words);
});
