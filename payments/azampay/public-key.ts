import { createPublicKey, verify, type KeyObject } from "node:crypto";
import { z } from "zod";
import { readJson } from "#payments/outside.ts";
import type { AzampaySettings } from "./settings.ts";
import type { Authorised } from "./token.ts";

/** Checks what AzamPay signed, with a key pinned in the settings or fetched from an address named there. */
export type Signatures = { verifies(message: string, signature: string): Promise<boolean> };

const keepFor = 24 * 3_600_000;
/** A flood of false signatures must not become a flood of questions to AzamPay. */
const askAgainAfter = 5 * 60_000;

export function openSignatures(
  settings: AzampaySettings,
  authorised: Authorised,
  clock: () => Date,
): Signatures {
  const source = settings.publicKey;
  if (source === null) return { verifies: async () => false };
  if ("pem" in source) {
    const pinned = createPublicKey(source.pem);
    return { verifies: async (message, signature) => isSignedWith(pinned, message, signature) };
  }

  let key: KeyObject | null = null;
  let askedAt = -Infinity;
  const freshen = async (age: number) => {
    if (clock().getTime() - askedAt < age) return false;
    askedAt = clock().getTime();
    key = (await fetchKey(source.url, authorised)) ?? key;
    return true;
  };
  return {
    async verifies(message, signature) {
      await freshen(key === null ? askAgainAfter : keepFor);
      if (key !== null && isSignedWith(key, message, signature)) return true;
      return (await freshen(askAgainAfter)) && key !== null && isSignedWith(key, message, signature);
    },
  };
}

function isSignedWith(key: KeyObject, message: string, signature: string): boolean {
  return verify("RSA-SHA256", Buffer.from(message, "utf8"), key, Buffer.from(signature, "base64"));
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
