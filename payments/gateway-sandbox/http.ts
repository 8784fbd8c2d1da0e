import type { IncomingMessage, ServerResponse } from "node:http";

/** A request to a gateway. Its path leaves out the sandbox's own path. */
export type SandboxRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
};

/** `never` sends no answer. `cut` closes the connection. */
export type Reply =
  | { kind: "reply"; status: number; headers: Record<string, string>; body: string }
  | { kind: "events"; open(send: () => void): () => void }
  | { kind: "never" }
  | { kind: "cut" };

const largestBody = 65_536;

export async function readRequest(
  request: IncomingMessage,
  path: string,
): Promise<SandboxRequest | "too large" | "gone"> {
  if (!URL.canParse(path, "http://sandbox")) return "gone";
  const url = new URL(path, "http://sandbox");
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      if (!(chunk instanceof Uint8Array)) continue;
      size += chunk.byteLength;
      if (size > largestBody) return "too large";
      chunks.push(chunk);
    }
  } catch {
    return "gone";
  }
  return {
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

export const json = (status: number, body: unknown): Reply =>
  reply(status, JSON.stringify(body), "application/json; charset=utf-8");

export const empty = (status: number): Reply => reply(status, "", "text/plain");

export const seeOther = (location: string): Reply => ({
  kind: "reply",
  status: 303,
  headers: { location, "cache-control": "no-store" },
  body: "",
});

export function reply(
  status: number,
  body: string,
  type: string,
  headers: Record<string, string> = {},
): Reply {
  const usual = { "content-type": type, "cache-control": "no-store", "x-content-type-options": "nosniff" };
  return { kind: "reply", status, headers: { ...usual, ...headers }, body };
}

export function sendReply(answer: Reply, response: ServerResponse): void {
  if (answer.kind === "never") return;
  if (answer.kind === "cut") return void response.destroy();
  if (answer.kind === "reply") return void response.writeHead(answer.status, answer.headers).end(answer.body);

  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.write("retry: 1000\n\n");
  response.once(
    "close",
    answer.open(() => void response.write("data: changed\n\n")),
  );
}
