import type { IncomingMessage } from "node:http";
import { readTarget, type Target } from "./read-target.ts";
import { bringsBody } from "./body/incoming.server.ts";
import { isForeignWrite } from "./security/headers.server.ts";

export type Refusal = { kind: "refused"; status: number; message: string; headers?: string[] };
export type Admitted = Target & { kind: "admitted"; isSandbox: boolean };

/** Providers and monitoring are not browsers, and may not know our host name. */
const callbackPath = "/api/callbacks/";
const probes = ["/healthz", "/readyz", "/metrics"];
const methods = ["GET", "HEAD", "POST"];

export const isCallback = ({ path }: Target): boolean => path.startsWith(callbackPath);
const isProbe = ({ path }: Target): boolean => probes.includes(path);

type Checking = { origin: string; trustProxy: boolean; hasSandbox: boolean };

/** All checks that need only the head of a request, before anything acts on it. */
export function checkRequest({ origin, trustProxy, hasSandbox }: Checking) {
  const { host: ourHost, protocol } = new URL(origin);
  const isSecure = protocol === "https:";

  /** A read of our own host that needs no redirect to TLS. The address is not checked. */
  function readsPlainly(request: IncomingMessage): boolean {
    const { method, headers } = request;
    return (
      (method === "GET" || method === "HEAD") &&
      isOurHost(headers.host, ourHost) &&
      !bringsBody(request) &&
      !(isSecure && trustProxy && headers["x-forwarded-proto"] === "http")
    );
  }

  function check(request: IncomingMessage): Admitted | Refusal {
    const { method = "", headers } = request;
    const target = readTarget(request.url ?? "");
    if (target === null) return refused(400, "This address is not written as we write addresses");
    // The server joins duplicate headers with a comma.
    if (headers.host?.includes(",")) return refused(400, "One Host header is expected");
    // The sandbox providers accept the same requests as real ones.
    if (hasSandbox && isSandboxPath(target.path) && method !== "TRACE")
      return { kind: "admitted", isSandbox: true, ...target };
    if (!methods.includes(method))
      return refused(405, "This method is not used here", ["Allow", methods.join(", ")]);
    if (method !== "POST" && bringsBody(request)) return refused(400, "A request to read has no body");
    if (!isCallback(target) && !isProbe(target) && !isOurHost(headers.host, ourHost))
      return refused(421, "Misdirected request");
    if (isSecure && trustProxy && headers["x-forwarded-proto"] === "http" && !isProbe(target))
      return toSecure(target, method, origin);
    if (method === "POST" && !isCallback(target) && !isProgram(target, headers)) {
      if (isForeignWrite(method, headers, originFor(headers.host, origin)))
        return refused(403, isApi(target) ? foreignRequest : foreignForm);
    }
    return { kind: "admitted", isSandbox: false, ...target };
  }

  return Object.assign(check, { readsPlainly });
}

const refused = (status: number, message: string, headers: string[] = []): Refusal => ({
  ...{ kind: "refused", status, message, headers },
});

const isSandboxPath = (path: string) => path === "/sandbox" || path.startsWith("/sandbox/");

/**
 * Redirects a browser to TLS. Refuses an API client: a redirect would hide that its first request was unencrypted.
 */
function toSecure(target: Target, method: string, origin: string): Refusal {
  const isPage = method !== "POST" && !isApi(target);
  return isPage
    ? refused(308, "This site is reached by https", ["Location", origin + target.address])
    : refused(403, "This address is reached by https only");
}

const foreignForm = "This form was sent from another website. Go back and try again.";
const foreignRequest = "Send requests without Origin and cookies, or from a page of this site.";

const isApi = ({ path }: Target): boolean => path.startsWith("/api/");

/** An API client has no Origin header, and no cookies with which it could act for another person. */
function isProgram(target: Target, { origin, cookie }: IncomingMessage["headers"]): boolean {
  const isForPrograms = isApi(target) && target.path !== "/api/visitor-analytics";
  return isForPrograms && origin === undefined && cookie === undefined;
}

function isOurHost(host: string | undefined, ours: string): boolean {
  return host === ours || isLoopback(host);
}

/** The origin of this request's page. A loopback site also has the name localhost. */
export function originFor(host: string | undefined, origin: string): string {
  return isLoopback(new URL(origin).host) && isLoopback(host)
    ? `${new URL(origin).protocol}//${host}`
    : origin;
}

function isLoopback(host: string | undefined): boolean {
  return host !== undefined && /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);
}
