/** How a payment can end, as far as its page must know. */
export type End = "completed" | "failed" | "otherAmount";

/** What has become of an order; null while it goes on, or when nobody could be asked: it goes on all the same. */
export async function endOf(order: string): Promise<End | null> {
  try {
    const answer = await fetch(`/api/donations/${encodeURIComponent(order)}`, {
      headers: { Accept: "application/json" },
    });
    return endIn(await answer.json());
  } catch {
    return null;
  }
}

export function endIn(said: unknown): End | null {
  if (typeof said !== "object" || said === null) return null;
  const status: unknown = Reflect.get(said, "status");
  if (status === "completed" || status === "failed") return status;
  return Reflect.get(said, "otherAmount") === true ? "otherAmount" : null;
}
