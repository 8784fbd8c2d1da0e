import type { IncomingMessage } from "node:http";
import { addressKey } from "./address-key.ts";

/** The nearest proxy appends last. Earlier entries come from the client and are not trusted. */
export function clientOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? String(headers["x-forwarded-for"] ?? "")
        .split(",")
        .at(-1)
        ?.trim()
    : "";
  return addressKey(forwarded || (socket.remoteAddress ?? "unknown"));
}
