/** The last two stay until staff or the provider decide. */
export type End = "completed" | "failed" | "otherAmount" | "checking";

/** The end is null while the order is open, and also if the request failed. */
type Polled = {
  end: End | null;
  isAnswered: boolean;
  /** In milliseconds, the wait that a busy site asks for. */ waitFor: number;
};

export async function poll(order: string): Promise<Polled> {
  try {
    const answer = await fetch(`/api/donations/${encodeURIComponent(order)}`, {
      headers: { Accept: "application/json" },
    });
    const waitFor = 1_000 * Number(answer.headers.get("Retry-After") ?? 0);
    return { end: endIn(await answer.json()), isAnswered: true, waitFor };
  } catch {
    return { end: null, isAnswered: false, waitFor: 0 };
  }
}

export function endIn(message: unknown): End | null {
  if (typeof message !== "object" || message === null) return null;
  const status: unknown = Reflect.get(message, "status");
  if (status === "completed" || status === "failed") return status;
  if (Reflect.get(message, "checking") === true) return "checking";
  return Reflect.get(message, "otherAmount") === true ? "otherAmount" : null;
}
