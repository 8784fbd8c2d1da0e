/** Simulated faults, at the request (`asked`) or after the payer's decision (`decided`). */
export const faults = [
  { id: "refuse", when: "asked", label: "Refuse the request" },
  { id: "hang", when: "asked", label: "Accept, then never answer" },
  { id: "cut", when: "asked", label: "Accept, then cut the connection" },
  { id: "ambiguous", when: "asked", label: "Accept, but answer 999 ambiguous (AzamPay: an empty 500)" },
  { id: "html", when: "asked", label: "Accept, but answer an HTML page with 502" },
  { id: "empty", when: "asked", label: "Accept, but answer an empty 200" },
  { id: "slow", when: "asked", label: "Accept, but answer after 40 seconds" },
  { id: "early", when: "asked", label: "Approve, and call back before answering" },
  { id: "insufficient", when: "decided", label: "Insufficient balance" },
  { id: "lost", when: "decided", label: "Approve, but the callback is lost" },
  { id: "delayed", when: "decided", label: "Approve, and the callback comes 3 minutes late" },
  { id: "duplicated", when: "decided", label: "Approve, and call back 5 times, one after another" },
  { id: "crowded", when: "decided", label: "Approve, and call back 5 times together" },
  { id: "failure-first", when: "decided", label: "Approve; report failure first, then success" },
  { id: "failure-after", when: "decided", label: "Approve; report success, then failure" },
  { id: "less", when: "decided", label: "Approve one shilling less" },
  { id: "tenfold", when: "decided", label: "Approve ten times the amount" },
  { id: "misaddressed", when: "decided", label: "Approve, but the callback names another payment" },
  { id: "forged", when: "decided", label: "Approve, but the callback's signature is bad" },
  { id: "reversed", when: "decided", label: "Approve, and reverse it 3 minutes later" },
] as const;

export type Fault = (typeof faults)[number]["id"];

export function faultNamed(id: string | null | undefined): Fault | null {
  return faults.find((fault) => fault.id === id)?.id ?? null;
}

/** The last two digits of an amount decide. Null leaves the decision to the phone. */
export type Magic = {
  decision: "approve" | "approve-later" | "decline" | "reject" | "never" | null;
  fault: Fault | null;
};

const magic: Record<string, Magic> = {
  "01": { decision: "approve", fault: null },
  "11": { decision: "never", fault: null },
  "22": { decision: "approve-later", fault: null },
  "33": { decision: "reject", fault: null },
  "44": { decision: "decline", fault: null },
  "55": { decision: null, fault: "refuse" },
  "66": { decision: "approve", fault: "lost" },
  "77": { decision: "approve", fault: "duplicated" },
  "88": { decision: "approve", fault: "less" },
  "99": { decision: null, fault: "ambiguous" },
};

export function magicOf(amount: string, autoApprove: boolean): Magic {
  const ending = amount.replace(".", "").slice(-2);
  if (ending === "00" && autoApprove) return { decision: "approve", fault: null };
  return magic[ending] ?? { decision: null, fault: null };
}
