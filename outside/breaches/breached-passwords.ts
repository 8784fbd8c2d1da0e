import { createHash } from "node:crypto";
import type { Breaches } from "#domain/accounts/breaches.ts";
import { openOutside, type Limits, type Sent } from "#outside/http.ts";

// The contract of Have I Been Pwned's range service: it gets the first five digits of a SHA-1 hash, and answers with all
// known hashes that begin so. It never learns the password, or which of about a thousand it was.

const limits: Limits = { milliseconds: 2_000, slowMilliseconds: 2_000, answerBytes: 500_000 };
const sentDigits = 5;
/** In milliseconds. A slow service would otherwise hold each request that chooses a password. */
const restAfterFailure = 30_000;

/** `onFailure` gets the reason, without any part of the password or the answer. */
export function openBreaches(
  base: string,
  onFailure: (reason: string) => void,
  now = () => performance.now(),
): Breaches {
  const outside = openOutside([base], limits);
  let restsUntil = -Infinity;
  return {
    async find(password) {
      if (now() < restsUntil) return "unknown";
      const hash = createHash("sha1").update(password, "utf8").digest("hex").toUpperCase();
      const url = `${base}/${hash.slice(0, sentDigits)}`;
      // With padding, the size of the answer does not show which digits were sent.
      const headers = { "add-padding": "true", "user-agent": "Amana" };
      const sent = await outside.send({ method: "GET", url, headers });
      if (sent.kind === "answered" && sent.status === 200) {
        const counts = readCounts(sent.body);
        if (counts !== null) return (counts.get(hash.slice(sentDigits)) ?? 0) > 0 ? "breached" : "not-found";
      }
      restsUntil = now() + restAfterFailure;
      onFailure(reasonOf(sent));
      return "unknown";
    },
  };
}

const line = /^([\dA-F]{35}):(\d{1,12})$/;

/** The number of times each hash was seen: 0 for padding. Null if a line is in another form. */
function readCounts(body: string): Map<string, number> | null {
  const counts = new Map<string, number>();
  for (const text of body.split(/\r?\n/).filter((each) => each !== "")) {
    const [, rest, count] = line.exec(text) ?? [];
    if (rest === undefined) return null;
    counts.set(rest, Number(count));
  }
  return counts.size > 0 ? counts : null;
}

function reasonOf(sent: Sent): string {
  if (sent.kind === "timed-out") return "no answer in time";
  if (sent.kind !== "answered") return sent.why;
  return sent.status === 200 ? "the answer is not in the agreed form" : `status ${sent.status}`;
}
