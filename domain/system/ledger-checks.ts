/** Rules that must always be true. The health page and the runbook list them. */
export const promises = {
  I1: "Every journal entry balances to zero",
  I2: "Every completed donation is in the ledger exactly once, and no other donation is",
  I3: "The amount in the ledger is the amount that was donated",
  I4: "Every donation’s status matches its payments",
  I5: "Totals by campaign, by day and for the fund match the ledger",
  I6: "Every provider message is processed within 5 minutes",
  I7: "Every unconfirmed payment has a next check",
  I8: "No payment is counted without proof",
  I9: "No receipt is sent without a donation in the ledger",
  I10: "Statements match the ledger, except where a case is open",
  I11: "No ledger entry was ever changed",
  I12: "Each entry of the audit log follows from the one before it",
  Z: "Zakat money stays in Zakat accounts",
} as const;
export type PromiseName = keyof typeof promises;
