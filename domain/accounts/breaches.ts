/** Knows passwords of data breaches. "unknown": the service did not answer. */
export type Breaches = { find(password: string): Promise<"breached" | "not-found" | "unknown"> };
