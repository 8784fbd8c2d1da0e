import type { MiddlewareFunction } from "react-router";

/** A request that the connection lost. The page that was shown stays, with everything typed into it. */
export type LostRequest =
  /** A page or form that did not leave the browser. */
  | { kind: "unsent"; what: "page" | "form"; again: () => void }
  /** A page that did not arrive. */
  | { kind: "no-page"; address: string }
  /** A form that may have arrived. Sending it again could do its work twice. */
  | { kind: "no-answer" };

type Listener = (lost: LostRequest) => void;

let listener: Listener = () => undefined;

export function onLostRequest(report: Listener): () => void {
  listener = report;
  return () => void (listener = () => undefined);
}

export const reportLost = (lost: LostRequest) => listener(lost);

type Results = Record<string, { type: "data" | "error"; result: unknown }>;

/**
 * Without this, a request that fails replaces the page by an error. The navigation waits instead, until another one
 * replaces it.
 */
export const keepPageOnLoss: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  const isLost = Object.values(results).some(({ type, result }) => type === "error" && isLoss(result));
  if (!isLost || request.signal.aborted) return;
  const { pathname, search } = new URL(request.url);
  reportLost(
    request.method === "GET" ? { kind: "no-page", address: pathname + search } : { kind: "no-answer" },
  );
  await new Promise((resolve) => request.signal.addEventListener("abort", resolve, { once: true }));
};

/** Browsers report a lost connection as a TypeError. React Router wraps the error of a form. */
function isLoss(result: unknown): boolean {
  const error = typeof result === "object" && result !== null && "data" in result ? result.data : result;
  return error instanceof TypeError;
}

/** A reload or a link without a connection would show the browser's own error page. */
export async function isConnected(): Promise<boolean> {
  return fetch("/healthz", { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
}
