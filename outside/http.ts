import { Agent, request as requestHttp, type IncomingMessage } from "node:http";
import { Agent as SecureAgent, request as requestHttps } from "node:https";
import type { ProviderName } from "#domain/payments/provider.ts";
import { storableText } from "#domain/system/storable-text.ts";

/** The only way to call the network: listed hosts only, no redirects, limits on time and size. */
export type Outside = { send(request: OutsideRequest): Promise<Sent> };

export type OutsideRequest = {
  method: "GET" | "POST" | "DELETE";
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** For a request that can take longer than usual. */
  isSlow?: boolean;
  /** For a list of payments, which can be longer than any other answer. */
  isList?: boolean;
};

/** `not-sent` is certain: not a byte of the request left. `timed-out` and `broken-off` may have arrived. */
export type Sent =
  | { kind: "answered"; status: number; contentType: string; body: string }
  | { kind: "not-sent"; why: string }
  | { kind: "timed-out" }
  | { kind: "broken-off"; why: string };

export type Limits = {
  milliseconds: number;
  slowMilliseconds: number;
  answerBytes: number;
  /** For lists; as any other answer without it. */
  listBytes?: number;
};

const usualLimits: Limits = {
  milliseconds: 10_000,
  slowMilliseconds: 30_000,
  answerBytes: 1_000_000,
  // About 70,000 orders of Selcom.
  listBytes: 10_000_000,
};

export type ObserveCall = (provider: ProviderName, outcome: Sent["kind"], seconds: number) => void;

/** `origins` are scheme, host and port of every allowed provider. */
export function openOutside(
  origins: readonly string[],
  limits: Limits = usualLimits,
  observe?: (outcome: Sent["kind"], seconds: number) => void,
): Outside {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin));
  return {
    async send(request) {
      const url = new URL(request.url);
      if (!allowed.has(url.origin)) throw new Error(`${url.origin} is not an allowed host`);
      const begun = performance.now();
      const sent = await exchange(url, request, limits);
      observe?.(sent.kind, (performance.now() - begun) / 1_000);
      return sent;
    },
  };
}

/** Uses node:http and not fetch. fetch does not report how far a request came, and costs four times the work. */
function exchange(url: URL, request: OutsideRequest, limits: Limits): Promise<Sent> {
  return new Promise((settle) => {
    const secure = url.protocol === "https:";
    const call = (secure ? requestHttps : requestHttp)(url, {
      method: request.method,
      headers: { ...request.headers, ...lengthOf(request.body) },
      agent: agentFor(request, secure),
    });
    let connected = false;
    call.once("socket", (socket) => {
      connected = call.reusedSocket || !socket.connecting;
      if (!connected) socket.once(secure ? "secureConnect" : "connect", () => (connected = true));
    });
    const fail = (why: string) => settle(connected ? { kind: "broken-off", why } : { kind: "not-sent", why });
    const limit = setTimeout(
      () => {
        settle(connected ? { kind: "timed-out" } : { kind: "not-sent", why: "no connection in time" });
        call.destroy();
      },
      request.isSlow ? limits.slowMilliseconds : limits.milliseconds,
    );

    call.once("error", (error) => fail("code" in error ? String(error.code) : error.message));
    call.once("close", () => clearTimeout(limit));
    call.once("response", (answer) => {
      readUpTo(answer, (request.isList && limits.listBytes) || limits.answerBytes).then(
        (body) =>
          body === null
            ? fail("the answer was too large")
            : settle({
                kind: "answered",
                status: answer.statusCode ?? 0,
                contentType: answer.headers["content-type"] ?? "",
                body,
              }),
        () => fail("the answer broke off"),
      );
    });
    call.end(request.body);
  });
}

function lengthOf(body: string | undefined): Record<string, number> {
  return body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
}

const kept = { plain: new Agent({ keepAlive: true }), secure: new SecureAgent({ keepAlive: true }) };

/**
 * On a reused connection the server can disconnect just as we send. Then we cannot know if it read the request. So
 * only status checks reuse connections. Every request that changes something has its own.
 */
function agentFor(request: OutsideRequest, secure: boolean) {
  if (request.method !== "GET") return false;
  return secure ? kept.secure : kept.plain;
}

async function readUpTo(answer: IncomingMessage, limit: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return storableText(Buffer.concat(chunks).toString("utf8"));
}

/** Undefined if the text is not JSON. Gateways in trouble answer with HTML, or with nothing. Its texts can be stored. */
export function readJson(body: string): unknown {
  try {
    return JSON.parse(body, (_, value: unknown) => (typeof value === "string" ? storableText(value) : value));
  } catch {
    return undefined;
  }
}
