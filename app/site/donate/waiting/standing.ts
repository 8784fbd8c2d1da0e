export type End = "completed" | "failed" | "otherAmount";

/** Null while the order is open, and also if the request failed. */
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
