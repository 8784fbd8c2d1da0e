import { createPublicKey, verify, type KeyObject } from "node:crypto";
import { z } from "zod";
import { readJson } from "#outside/http.ts";
import type { AzampaySettings } from "./settings.ts";
import type { Authorised } from "./token.ts";

/** Checks AzamPay's signatures with a key from the settings, or fetched from a URL in the settings. */
export type Signatures = { judge(message: string, signature: string): Promise<Judged> };

/** "cannot tell" while AzamPay does not return its key. "no key" if the settings name none. */
type Judged = "fits" | "does not fit" | "cannot tell" | "no key";

const keepFor = 24 * 3_600_000;
/** Many false signatures must not cause many requests to AzamPay. */
const refreshAfter = 5 * 60_000;
const retryWithoutKeyAfter = 10_000;

export function openSignatures(
  settings: AzampaySettings,
  authorised: Authorised,
  clock: () => Date,
): Signatures {
  const source = settings.publicKey;
  if (source === null) return { judge: async () => "no key" };
  if ("pem" in source) {
    const pinned = createPublicKey(source.pem);
    return { judge: async (message, signature) => judgeBy(pinned, message, signature) };
  }

  let key: KeyObject | null = null;
  let fetchedAt = -Infinity;
  let fetching: Promise<void> | null = null;
  const refresh = async () => {
    fetchedAt = clock().getTime();
    key = (await fetchKey(source.url, authorised)) ?? key;
  };
  /** Parallel callers wait for the same request. */
  const freshen = async (age: number) => {
    if (fetching === null && clock().getTime() - fetchedAt < age) return false;
    fetching ??= refresh().finally(() => (fetching = null));
    await fetching;
    return true;
  };
  return {
    async judge(message, signature) {
      await freshen(key === null ? retryWithoutKeyAfter : keepFor);
      const judged = judgeBy(key, message, signature);
      if (judged !== "does not fit" || !(await freshen(refreshAfter))) return judged;
      return judgeBy(key, message, signature);
    },
  };
}

function judgeBy(key: KeyObject | null, message: string, signature: string): Judged {
  if (key === null) return "cannot tell";
  const fits = verify("RSA-SHA256", Buffer.from(message, "utf8"), key, Buffer.from(signature, "base64"));
  return fits ? "fits" : "does not fit";
}

const keyAnswer = z.union([
  z.object({ publicKey: z.string() }).transform((answer) => answer.publicKey),
  z.object({ data: z.string() }).transform((answer) => answer.data),
  z.string(),
]);

async function fetchKey(url: string, authorised: Authorised): Promise<KeyObject | null> {
  const sent = await authorised.send({ method: "GET", url });
  if (sent.kind !== "answered" || sent.status !== 200) return null;
  const read = keyAnswer.safeParse(readJson(sent.body) ?? sent.body);
  if (!read.success) return null;
  try {
    const key = createPublicKey(read.data);
    return key.asymmetricKeyType === "rsa" ? key : null;
  } catch {
    return null;
  }
}
