import type { Measures } from "./measures.server.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { brotliCompressSync, constants, createGzip, gzipSync } from "node:zlib";
import type { Logger } from "pino";
import { RouterContextProvider } from "react-router";
import type { Accounts } from "#app/account/accounts.server.ts";
import type { Collecting } from "#app/api/collecting.server.ts";
import type { Live } from "#app/api/live.server.ts";
import type { Config } from "#config";
import type { DonationFilter } from "#database/donation-list.ts";
import type { Database, Reads } from "#database/sql.server.ts";
import type { Pictures } from "#storage/pictures.ts";
import { addressKey } from "./address-key.ts";
import {
  accountsContext,
  clientContext,
  collectingContext,
  configContext,
  everything,
  exportContext,
  heardContext,
  keepingContext,
  logContext,
  measuresContext,
  noticeContext,
  originContext,
  pageContext,
  troubleContext,
  picturesContext,
  publicReads,
} from "./context.server.ts";
import { forgottenNotice, readNotice } from "./notice.server.ts";
import {
  newKeeping,
  shrinks,
  type Encoding,
  type PageCache,
  type RenderedPage,
} from "./page-cache.server.ts";
import { callbackLimit } from "#payments/callback-body.ts";
import { closedPolicy, isForeignWrite, securityHeaders } from "./security.server.ts";
import { incomingBody, type IncomingBody } from "./incoming-body.server.ts";
import type { StaticFile } from "./static-files.server.ts";

export type Parts = {
  config: Config;
  log: Logger;
  database: Database;
  accounts: Accounts;
  collecting: Collecting;
  live: Live;
  pictures: Pictures;
  giftLines: (filter: DonationFilter) => Promise<AsyncGenerator<Uint8Array> | "busy">;
  pages: PageCache;
  measures: Measures;
  files: Map<string, StaticFile>;
  /** Resolves when the change has been made and every node has heard of it. */
  heard: <Result>(change: () => Promise<Result>) => Promise<Result>;
  origin: string;
  route: (request: Request, context: RouterContextProvider) => Promise<Response>;
  /** The Content-Security-Policy of a finished page. */
  policy: (html: string) => string;
};

const largestBody = 64 * 1024;
/** What providers post to, and who looks after us asks: neither comes from a browser, and neither knows our name. */
const callbackPath = "/api/callbacks/";
const probes = ["/healthz", "/readyz", "/metrics"];

/** The way of every request: kept page, file, picture, or the router. */
export function answerWith(parts: Parts) {
  const ourHost = new URL(parts.origin).host;
  return async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = readable(request.url ?? "/");
    const isLive = withoutQuery(address) === "/api/live";
    // A stream lasts as long as somebody looks at a page.
    if (!isLive) parts.measures.watch(response);
    const reading = request.method === "GET" || request.method === "HEAD";
    const anonymous = !isKnownVisitor(request.headers.cookie);
    const isCallback = address.startsWith(callbackPath);
    if (!isCallback && !probes.includes(address) && !isOurHost(request.headers.host, ourHost))
      return refuse(response, 421, "Misdirected request");
    if (isLive) return parts.live.answer(request, response);
    if (reading) {
      const page = anonymous ? parts.pages.find(address) : undefined;
      if (page) return sendKept(request, response, page);
      const file = parts.files.get(withoutQuery(address));
      if (file)
        return sendKept(request, response, {
          ...file,
          etags: { br: file.etag, gzip: file.etag, identity: file.etag },
        });
      if (address.startsWith("/media/")) return sendPicture(parts, request, response, withoutQuery(address));
    }

    if (!isCallback && !isProgram(address, request.headers)) {
      if (isForeignWrite(request.method ?? "GET", request.headers, originFor(request, parts.origin)))
        return refuse(response, 403, "This form was sent from another site");
    }
    if (mayBringPictures(address, request)) {
      const { stream, throwAwayRest } = incomingBody(request);
      const asked = asWebRequest(request, response, parts.origin + address, stream);
      return send(request, response, await rendered(parts, request, asked).finally(throwAwayRest));
    }
    const body = await readBody(request, isCallback ? callbackLimit : largestBody);
    if (body.kind === "broken-off") return void response.destroy();
    if (body.kind === "too-large") return refuse(response, 413, "This is more than we can take in one go");

    const bytes = body.kind === "whole" ? body.bytes : null;
    const render = () =>
      rendered(parts, request, asWebRequest(request, response, parts.origin + address, bytes));
    if (!reading || !anonymous) return send(request, response, await render());
    const page = await parts.pages.fill(address, render);
    const kept = parts.pages.find(address);
    return kept ? sendKept(request, response, kept) : send(request, response, page);
  };
}

async function rendered(parts: Parts, incoming: IncomingMessage, request: Request): Promise<RenderedPage> {
  const keeping = newKeeping();
  keeping.never = isKnownVisitor(incoming.headers.cookie);
  const notice = readNotice(incoming.headers.cookie);
  const context = contextOf(parts);
  context.set(clientContext, clientOf(incoming, parts.config.trustProxy));
  context.set(keepingContext, keeping);
  context.set(noticeContext, notice);
  const trouble = { databaseAway: false };
  context.set(troubleContext, trouble);

  const answer = await parts.route(request, context);
  const isPage = answer.headers.get("Content-Type")?.startsWith("text/html") ?? false;
  const stream = isDownload(answer) ? answer.body : null;
  const body = Buffer.from(stream ? new ArrayBuffer() : await answer.arrayBuffer());
  const headers = securityHeaders.filter(([name]) => !answer.headers.has(name));
  for (const [name, value] of answer.headers) headers.push([titled(name), value]);
  if (notice) headers.push(["Set-Cookie", forgottenNotice]);
  if (!answer.headers.has("Content-Security-Policy"))
    headers.push(["Content-Security-Policy", isPage ? parts.policy(body.toString()) : closedPolicy]);
  headers.push(["Vary", "Accept-Encoding, Cookie"]);
  if (answer.status === 405) headers.push(["Allow", "GET, HEAD"]);
  if (!answer.headers.has("Cache-Control")) {
    const shared =
      request.method === "GET" && answer.status === 200 && keeping.subjects.size > 1 && !keeping.never;
    // A browser asks again each time and mostly hears "not modified": totals are never old.
    headers.push(["Cache-Control", shared ? "public, no-cache" : "private, no-store"]);
  }
  const comeAgain = answer.status === 500 && trouble.databaseAway;
  if (comeAgain) headers.push(["Retry-After", "5"]);
  return { status: comeAgain ? 503 : answer.status, body, headers, keeping, ...(stream && { stream }) };
}

/** A table to keep may be longer than what we want to hold. */
const isDownload = ({ headers }: Response) => headers.get("Content-Type")?.startsWith("text/csv") ?? false;

/** What every request is handed; who asks, and what becomes of the page, is added. */
function contextOf(parts: Parts): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(configContext, parts.config);
  context.set(logContext, parts.log);
  context.set(publicReads, parts.database.publicReads);
  context.set(everything, parts.database.everything);
  context.set(accountsContext, parts.accounts);
  context.set(collectingContext, parts.collecting);
  context.set(measuresContext, parts.measures);
  context.set(originContext, parts.origin);
  context.set(picturesContext, parts.pictures);
  context.set(heardContext, parts.heard);
  context.set(exportContext, parts.giftLines);
  context.set(pageContext, (address, reads) => pageFrom(parts, address, reads));
  return context;
}

function pageFrom(parts: Parts, address: string, reads: Reads): Promise<Response> {
  const context = contextOf(parts);
  context.set(publicReads, reads);
  context.set(keepingContext, newKeeping());
  context.set(noticeContext, null);
  return parts.route(new Request(new URL(address, parts.origin)), context);
}

type Sendable = {
  etags: Record<Encoding, string>;
  headers: Record<Encoding, string[]>;
  bodies: Record<Encoding, Buffer>;
};

function sendKept(request: IncomingMessage, response: ServerResponse, page: Sendable): void {
  const encoding = encodingFor(request.headers["accept-encoding"]);
  if (request.headers["if-none-match"]?.includes(page.etags[encoding])) {
    response.writeHead(304, withoutBodyHeaders(page.headers[encoding])).end();
    return;
  }
  response.writeHead(200, page.headers[encoding]);
  response.end(request.method === "HEAD" ? undefined : page.bodies[encoding]);
}

async function sendPicture(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
) {
  const [, , id = "", name = "", rest] = address.split("/");
  const picture = rest === undefined ? await parts.pictures.read(id, name) : null;
  if (!picture) return refuse(response, 404, "Not found");
  const etag = `"${id}"`;
  const headers = [
    ...securityHeaders.flat(),
    ...["Content-Security-Policy", `${closedPolicy}; sandbox`, "Content-Type", picture.type, "ETag", etag],
    ...[
      "Cache-Control",
      "public, max-age=31536000, immutable",
      "Content-Length",
      String(picture.body.length),
    ],
  ];
  if (request.headers["if-none-match"]?.includes(etag)) {
    response.writeHead(304, withoutBodyHeaders(headers)).end();
    return;
  }
  response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : picture.body);
}

async function send(request: IncomingMessage, response: ServerResponse, page: RenderedPage): Promise<void> {
  if (page.stream) return sendStream(request, response, page, page.stream);
  const identity = page.body;
  const worthIt = identity.length > 1000 && shrinks(page);
  const encoding = worthIt ? encodingFor(request.headers["accept-encoding"]) : "identity";
  const body =
    encoding === "br"
      ? brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : encoding === "gzip"
        ? gzipSync(identity, { level: 4 })
        : identity;
  const headers = page.headers.flat();
  if (encoding !== "identity") headers.push("Content-Encoding", encoding);
  headers.push("Content-Length", String(body.length));
  response.writeHead(page.status, headers);
  response.end(request.method === "HEAD" ? undefined : body);
}

async function sendStream(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers }: RenderedPage,
  stream: ReadableStream<Uint8Array>,
): Promise<void> {
  const zipped = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  const source = Readable.from(stream, { objectMode: false, highWaterMark: 64 * 1024 });
  response.writeHead(status, [...headers.flat(), ...(zipped ? ["Content-Encoding", "gzip"] : [])]);
  if (request.method === "HEAD") {
    response.end();
    return stream.cancel();
  }
  try {
    await (zipped ? pipeline(source, createGzip({ level: 4 }), response) : pipeline(source, response));
  } catch (error) {
    // Whoever goes away before the end has had enough.
    if (!(error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE"))
      throw error;
  }
}

export function refuse(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const headers = [
    ...securityHeaders.flat(),
    ...["Content-Security-Policy", closedPolicy, "Content-Type", "text/plain; charset=utf-8"],
    ...["Cache-Control", "no-store", "Content-Length", String(Buffer.byteLength(text))],
  ];
  response.writeHead(status, headers).end(text);
}

function asWebRequest(
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  body: Buffer<ArrayBuffer> | IncomingBody["stream"] | null,
): Request {
  const gone = new AbortController();
  response.on("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const each of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, each);
  }
  // Whoever asks for the head only is told of the same page; sending leaves out its body.
  const method = request.method === undefined || request.method === "HEAD" ? "GET" : request.method;
  // The browsers' types do not know `duplex` yet, which a body that is still coming in must have.
  const init = { method, headers, body, signal: gone.signal, duplex: "half" };
  return new Request(url, init);
}

type Body =
  | { kind: "none" }
  | { kind: "whole"; bytes: Buffer<ArrayBuffer> }
  | { kind: "too-large" }
  | { kind: "broken-off" };

async function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  if (request.method === "GET" || request.method === "HEAD") return { kind: "none" };
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > limit) return { kind: "too-large" };
      chunks.push(bytes);
    }
  } catch (error) {
    // Whoever hung up in the middle wants no answer.
    if (request.destroyed) return { kind: "broken-off" };
    throw error;
  }
  return { kind: "whole", bytes: Buffer.concat(chunks) };
}

/**
 * A program of somebody's own, which gives without a browser: it names no origin, and has no cookies in which it could act
 * for somebody else.
 */
function isProgram(address: string, { origin, cookie }: IncomingMessage["headers"]): boolean {
  return address.startsWith("/api/donations/") && origin === undefined && cookie === undefined;
}

/** Who may send pictures, and how many of their bytes are read, the router's policies and the action say. */
function mayBringPictures(address: string, { method, headers }: IncomingMessage): boolean {
  if (method !== "POST" || !address.startsWith("/admin/")) return false;
  const isForm = headers["content-type"]?.toLowerCase().startsWith("multipart/form-data") ?? false;
  return isForm || withoutQuery(address) === "/admin/pictures";
}

/** Somebody signed in, or somebody who is to be told something: their page is theirs alone. */
function isKnownVisitor(cookies: string | undefined): boolean {
  return cookies !== undefined && /(?:^|; )(?:__Host-)?amana[_.](?:session|notice)/.test(cookies);
}

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

function encodingFor(accepted: string | string[] | undefined): Encoding {
  const list = String(accepted ?? "");
  if (/\bbr\b(?!;\s*q=0(?:\.0+)?\s*(?:,|$))/.test(list)) return "br";
  if (/\bgzip\b(?!;\s*q=0(?:\.0+)?\s*(?:,|$))/.test(list)) return "gzip";
  return "identity";
}

function isOurHost(host: string | undefined, ours: string): boolean {
  return host === ours || isLoopback(host);
}

function originFor(request: IncomingMessage, origin: string): string {
  const { host } = request.headers;
  return isLoopback(new URL(origin).host) && isLoopback(host) ? `http://${host}` : origin;
}

function isLoopback(host: string | undefined): boolean {
  return host !== undefined && /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);
}

/** Some sequences after a percent sign stand for nothing, or for nothing that we have; each would end in a complaint in the log. */
function readable(address: string): string {
  try {
    const decoded = decodeURIComponent(withoutQuery(address));
    // PostgreSQL knows every sign but this one, so that nothing can have such a name.
    if (!decoded.includes("\0")) return address;
  } catch {
    // Such a page is not found, in the language that was asked for.
  }
  return address.startsWith("/sw/") ? "/sw/404" : "/404";
}

function withoutQuery(address: string): string {
  const query = address.indexOf("?");
  return query === -1 ? address : address.slice(0, query);
}

function withoutBodyHeaders(headers: string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? "";
    if (!/^content-(?:length|encoding|type)$/i.test(name)) kept.push(name, headers[at + 1] ?? "");
  }
  return kept;
}

function titled(name: string): string {
  return name.replace(/(?:^|-)[a-z]/g, (letters) => letters.toUpperCase());
}
