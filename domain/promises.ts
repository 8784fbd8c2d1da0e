/** What must hold whatever happens, as the health page and the runbook tell it. */
export const promises = {
  I1: "Every journal sums to zero",
  I2: "A completed donation has exactly one gift in the ledger, and no other has any",
  I3: "The gift in the ledger is the gift that was given",
  I4: "A donation stands where its payments stand",
  I5: "The totals of campaigns, days and the fund are the ledger's",
  I6: "Every message of a provider is judged within five minutes",
  I7: "Every open payment will be asked about",
  I8: "Nothing counts as collected without a proof",
  I9: "No receipt goes out without its gift",
  I10: "Statements and the ledger agree, but for what is open as a case",
  I11: "Nothing in the ledger was ever written over",
  I12: "Each entry of the audit log follows from the one before it",
  Z: "Zakat stays with zakat",
} as const;
export type PromiseName = keyof typeof promises;
