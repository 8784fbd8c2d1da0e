import { randomBytes } from "node:crypto";

const process = randomBytes(6).toString("base64url");
let requests = 0;

/** Unique among all nodes, and cheap enough for every request. */
export function newRequestId(): string {
  requests += 1;
  return `${process}-${requests.toString(36)}`;
}
