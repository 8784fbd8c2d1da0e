/** The one way out to the network: named hosts only, no redirects, a limit on time and on size. */
export type Outside = { send(request: OutsideRequest): Promise<Sent> };

export type OutsideRequest = {
  method: "GET" | "POST" | "DELETE";
  url: string;
  headers?: Record<string, string>;
  body?: string;
};

/** `not-sent` is certain: not a byte of the request left. `timed-out` and `broken-off` may have arrived. */
export type Sent =
  | { kind: "answered"; status: number; contentType: string; body: string }
  | { kind: "not-sent"; why: string }
  | { kind: "timed-out" }
  | { kind: "broken-off"; why: string };

export type Limits = { milliseconds: number; answerBytes: number };

const usualLimits: Limits = { milliseconds: 10_000, answerBytes: 1_000_000 };

/** `origins` are scheme, host and port of every provider that may be called. */
export function openOutside(origins: readonly string[], limits: Limits = usualLimits): Outside {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin));
  return {
    async send(request) {
      const url = new URL(request.url);
      if (!allowed.has(url.origin)) throw new Error(`${url.origin} is not a host we may call`);
      try {
        return await exchange(url, request, limits);
      } catch (error) {
        return failure(error);
      }
    },
  };
}

async function exchange(url: URL, request: OutsideRequest, limits: Limits): Promise<Sent> {
  const answer = await fetch(url, {
    method: request.method,
    redirect: "manual",
    signal: AbortSignal.timeout(limits.milliseconds),
    headers: { ...request.headers, ...freshConnection(request) },
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  const body = await readUpTo(answer, limits.answerBytes);
  if (body === null) return { kind: "broken-off", why: "the answer was too large" };
  return {
    kind: "answered",
    status: answer.status,
    contentType: answer.headers.get("content-type") ?? "",
    body,
  };
}

/** On a kept connection the other side may hang up just as we send, and nobody could tell whether it read us. */
function freshConnection(request: OutsideRequest): Record<string, string> {
  return request.method === "POST" ? { connection: "close" } : {};
}

async function readUpTo(answer: Response, limit: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const beforeSending =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_.*|ERR_SSL_.*|ERR_TLS_.*|.*_SELF_SIGNED_.*|SELF_SIGNED_.*|UNABLE_TO_.*)$/;

function failure(error: unknown): Sent {
  if (!(error instanceof Error)) throw error;
  if (error.name === "TimeoutError") return { kind: "timed-out" };
  const code = codeOf(error.cause) ?? codeOf(error);
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT") return { kind: "timed-out" };
  if (code !== null && beforeSending.test(code)) return { kind: "not-sent", why: code };
  if (error instanceof TypeError || code !== null) return { kind: "broken-off", why: code ?? error.message };
  throw error;
}

/** Where a name has several addresses and none answers, the reasons come as a bundle. */
function codeOf(cause: unknown): string | null {
  if (cause instanceof AggregateError) return codeOf(cause.errors[0]);
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") return cause.code;
  return null;
}

/** Undefined where the text is not JSON: gateways under trouble answer with HTML, or with nothing. */
export function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
