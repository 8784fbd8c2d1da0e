/** One subscriber line: with IPv6 a subscriber has a whole /64 of addresses. */
export function placeOf(client: string): string {
  if (!client.includes(":") || /^::ffff:/i.test(client)) return client;
  const [before = "", after = ""] = client.split("::");
  const head = before.split(":").filter(Boolean);
  const tail = after.split(":").filter(Boolean);
  const missing = client.includes("::") ? Math.max(8 - head.length - tail.length, 0) : 0;
  return [...head, ...Array<string>(missing).fill("0"), ...tail].slice(0, 4).join(":");
}
