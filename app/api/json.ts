import type { z } from "zod";
import type { failure } from "./shapes.ts";

/** The format of every error. */
export type Failure = z.infer<typeof failure>;

export function fail(
  status: number,
  message: string,
  { errors, headers }: { errors?: Record<string, string>; headers?: Record<string, string> } = {},
): Response {
  const failure: Failure = { success: false, message, ...(errors && { errors }) };
  return Response.json(failure, { status, ...(headers && { headers }) });
}

export function onlyPost(): Response {
  return fail(405, "POST only", { headers: { Allow: "POST" } });
}

export function readObject(body: string): Record<string, unknown> | undefined {
  let read: unknown;
  try {
    read = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (typeof read !== "object" || read === null || Array.isArray(read)) return undefined;
  return Object.fromEntries(Object.entries(read));
}
