import type { IncomingMessage } from "node:http";
import { addressKey } from "./address-key.ts";

/** The nearest proxy writes last; what a client wrote before it is not believed. */
export function clientOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? String(headers["x-forwarded-for"] ?? "")
        .split(",")
        .at(-1)
        ?.trim()
    : "";
  return addressKey(forwarded || (socket.remoteAddress ?? "unknown"));
}
