/** What has become of an order; null when nobody could be asked: the payment goes on all the same. */
export async function standingOf(order: string): Promise<string | null> {
  try {
    const answer = await fetch(`/api/donations/${encodeURIComponent(order)}`, {
      headers: { Accept: "application/json" },
    });
    return statusIn(await answer.json());
  } catch {
    return null;
  }
}

export function statusIn(said: unknown): string | null {
  const status: unknown = typeof said === "object" && said !== null ? Reflect.get(said, "status") : null;
  return typeof status === "string" ? status : null;
}
