import { randomBytes } from "node:crypto";
import { z } from "zod";
import { startOfText } from "#domain/system/storable-text.ts";
import { readForm, type Entered } from "#app/http/form.server.ts";
import { longestEntry } from "./donation-fields.ts";

/** The length limits of a draft: more than any honest answer needs. */
export async function readEntered(request: Request): Promise<Entered> {
  const { entered } = await readForm(request, z.record(z.string(), z.string()));
  return Object.fromEntries(
    Object.entries(entered)
      .filter(([name]) => /^\w{1,20}$/.test(name))
      .map(([name, value]) => [name, startOfText(value, longestEntry)]),
  );
}

/** The key of a draft and its idempotency key. It is a secret: the person who knows it counts as the donor. */
export const newKey = () => randomBytes(16).toString("base64url");

export const isKey = (text: string) => /^[\w-]{20,60}$/.test(text);
