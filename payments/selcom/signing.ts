import { createHmac } from "node:crypto";
import { isSameSecret } from "#domain/system/compare-secrets.server.ts";

/** Body, query, list of signed fields and signature all come from this one list, in its order. */
export type Fields = readonly (readonly [name: string, value: string | number])[];

export type Credentials = { apiKey: string; apiSecret: string };

export function signedHeaders(fields: Fields, credentials: Credentials, now: Date): Record<string, string> {
  const timestamp = eastAfricanTime(now);
  return {
    accept: "application/json",
    "content-type": "application/json",
    authorization: `SELCOM ${Buffer.from(credentials.apiKey, "utf8").toString("base64")}`,
    "digest-method": "HS256",
    digest: digest(fields, timestamp, credentials.apiSecret),
    timestamp,
    "signed-fields": fields.map(([name]) => name).join(","),
  };
}

/** HMAC-SHA256 over the raw values: no URL encoding, no quotes. */
export function digest(fields: Fields, timestamp: string, apiSecret: string): string {
  const text = [`timestamp=${timestamp}`, ...fields.map(([name, value]) => `${name}=${value}`)].join("&");
  return createHmac("sha256", apiSecret).update(text, "utf8").digest("base64");
}

/** A sender may write base64 without padding. */
export function sameDigest(ours: string, theirs: string): boolean {
  return isSameSecret(ours, Buffer.from(theirs, "base64").toString("base64"));
}

/** Computed from UTC, so that the host's time zone has no effect. Tanzania has no summer time. */
export function eastAfricanTime(now: Date): string {
  return `${new Date(now.getTime() + 3 * 3_600_000).toISOString().slice(0, 19)}+03:00`;
}
