import { randomBytes } from "node:crypto";
import { validateHeaderValue, type IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { RouterContextProvider } from "react-router";
import type { Accounts } from "#app/account/accounts.server.ts";
import { fail } from "#app/api/json.ts";
import type { Collecting } from "#app/api/donations/collecting.server.ts";
import type { Config } from "#config";
import type { Breaches } from "#domain/accounts/breaches.ts";
import type { Seal } from "#domain/system/seal.ts";
import { accessIsConfirmed } from "#database/accounts/role-grants.ts";
import type { DonationStatusView } from "#database/donations/status.ts";
import type { DonationFilter } from "#database/donations/list.ts";
import type { SecurityEventKind } from "#domain/system/security-event.ts";
import type { Database, Reads } from "#database/sql.server.ts";
import type { Documents } from "#storage/documents.ts";
import type { Pictures } from "#storage/pictures/open.ts";
import type { ShareImages } from "#storage/pictures/share-images.ts";
import {
  accessConfirmedContext,
  accountsContext,
  busyContext,
  statusReaderContext,
  challengeKeyContext,
  clientContext,
  collectingContext,
  configContext,
  documentsContext,
  entranceContext,
  databaseContext,
  drainingContext,
  exportContext,
  publishChangeContext,
  keepingContext,
  logContext,
  loggedPathContext,
  metricsContext,
  nonceContext,
  takeNoticeContext,
  originContext,
  pageContext,
  renderFailuresContext,
  picturesContext,
  shareImagesContext,
  contentContext,
  publicReads,
  breachesContext,
  sealContext,
  securityContext,
  visitorContext,
  whileAnsweringContext,
  whileReadingContext,
  type RenderFailures,
} from "./context.server.ts";
import { originFor } from "./check-request.server.ts";
import { asHeader, isKnownVisitor, secureCookie } from "./cookies.ts";
import type { IncomingBody } from "./body/incoming.server.ts";
import type { LoggedPath } from "./logged-path.server.ts";
import type { Admission } from "./overload/admission.server.ts";
import { busyPage } from "./overload/busy-page.server.ts";
import type { InPlace } from "./overload/make-in-place.server.ts";
import { routeInTurn } from "./overload/route-in-turn.server.ts";
import type { Metrics } from "./metrics.server.ts";
import { pageText, type PageText } from "./page-text.server.ts";
import { forgottenNotice, readNotice, type Notice } from "./notice.server.ts";
import { withWaysToReach } from "./cache/outage.server.ts";
import { openContent, type Content } from "./cache/content.server.ts";
import type { RenderedPage } from "./cache/pack.server.ts";
import { newKeeping } from "./cache/pages.server.ts";
import type { SecurityEvent, SecurityLog } from "./security/event-log.server.ts";
import { closedPolicy, securityHeaders, usesNonce } from "./security/headers.server.ts";

export type RenderOptions = {
  config: Config;
  log: Logger;
  loggedPath: LoggedPath;
  database: Database;
  content: Content;
  accounts: Accounts;
  collecting: Collecting;
  security: SecurityLog;
  seal: Seal;
  challengeKey: string;
  pictures: Pictures;
  documents: Documents;
  shareImages: ShareImages;
  breaches: Breaches | null;
  donationLines: (filter: DonationFilter) => Promise<AsyncGenerator<Uint8Array> | "busy">;
  metrics: Metrics;
  isDraining: () => boolean;
  admission: Admission;
  findStatus: (orderId: string) => Promise<DonationStatusView | null>;
  /** Resolves when the change is made and every node has received it. */
  publishChange: <Result>(change: () => Promise<Result>) => Promise<Result>;
  origin: string;
  route: (request: Request, context: RouterContextProvider) => Promise<Response>;
  /** The Content-Security-Policy of a finished page. */
  policy: (html: string, nonce: string) => string;
};

export type PageRequest = InPlace & {
  requestId: string;
  address: string;
  client: string;
  /** The visitor's cookies of this site, under their plain names. */
  cookies: ReadonlyMap<string, string>;
  body: Buffer<ArrayBuffer> | IncomingBody["stream"] | null;
  /** Ends the work when the visitor leaves. A page for many visitors has none. */
  signal: AbortSignal | null;
  /** Aborted when everyone who waits for the page has left. Then it is not rendered. */
  gone: AbortSignal | null;
};

/** A wrong password answers 403, as a refused page does, and has its own event. */
function recorderOf(
  log: SecurityLog,
  context: RouterContextProvider,
  about: Omit<SecurityEvent, "kind" | "accountId">,
) {
  let recorded = 0;
  return {
    record: (kind: SecurityEventKind, account = context.get(visitorContext)?.id ?? null) => {
      recorded++;
      log.record({ kind, accountId: account, ...about });
    },
    isAny: () => recorded > 0,
  };
}

/** Asks the router, and adds what each answer of the site carries. */
export async function render(
  making: RenderOptions,
  incoming: IncomingMessage,
  { requestId, address, client, cookies, body, signal, ...asking }: PageRequest,
): Promise<RenderedPage> {
  const url = new URL(originFor(incoming.headers.host, making.origin) + address);
  const keeping = newKeeping();
  keeping.never = isKnownVisitor(cookies);
  const nonce = randomBytes(16).toString("base64url");
  const trouble = noTrouble();
  const context = contextOf(making);
  context.set(clientContext, client);
  context.set(logContext, making.log.child({ requestId }));
  const events = recorderOf(making.security, context, { requestId, client, path: url.pathname });
  context.set(securityContext, events.record);
  context.set(keepingContext, keeping);
  const isNoticeTaken = offerNotice(context, isLoadedByPage(incoming, url) ? null : readNotice(cookies));
  context.set(renderFailuresContext, trouble);
  context.set(nonceContext, nonce);

  const asked = asWebRequest(incoming, url, { cookies, body, signal });
  const routed = await routeInTurn(making.route, asked, { context, asking });
  if (routed === null) return busyPage(url.pathname, requestId);
  // The router answers a method that a route lacks with a page.
  const lacksMethod = routed.status === 405 && !routed.headers.has("Allow");
  const isApi = url.pathname.startsWith("/api/");
  const answer = lacksMethod && isApi ? fail(405, "This method is not used here") : asApi(routed, url);
  if (answer.status === 403 && !events.isAny()) events.record("forbidden");
  if (answer.status === 429) events.record("limited");
  const type = withCharset(answer.headers.get("Content-Type"));
  const stream = isDownload(type) ? answer.body : null;
  const mayRetry = answer.status === 500 && trouble.database !== "answers";
  const made = pageText(answer);
  const text = mayRetry ? outageText(making, made, url) : (made?.html ?? null);
  const bytes =
    text === null ? Buffer.from(stream ? new ArrayBuffer() : await answer.arrayBuffer()) : Buffer.from(text);
  const html = text ?? (type?.startsWith("text/html") ? bytes.toString() : null);
  if (html !== null && usesNonce(html, nonce)) keeping.never = true;
  keeping.never ||= trouble.failed || answer.status !== 200 || keeping.query !== url.search;
  const isShared = incoming.method !== "POST" && keeping.subjects.size > 1 && !keeping.never;
  const wait = mayRetry ? 5 : isPostponed(answer) ? trouble.retryAfter : null;

  const headers = headersOf(answer, url);
  if (isNoticeTaken() && !isRedirect(answer))
    headers.push(["Set-Cookie", secureCookie(forgottenNotice, url.protocol === "https:")]);
  if (!answer.headers.has("Content-Security-Policy"))
    headers.push(["Content-Security-Policy", html === null ? closedPolicy : making.policy(html, nonce)]);
  headers.push(["Vary", "Accept-Encoding, Cookie"]);
  if (lacksMethod) headers.push(["Allow", "GET, HEAD"]);
  // A cached page answers many requests, so it has no request id.
  if (!isShared) headers.push(["X-Request-Id", requestId]);
  // A browser asks again each time and mostly gets "not modified".
  if (!answer.headers.has("Cache-Control"))
    headers.push(["Cache-Control", isShared ? "public, no-cache" : "private, no-store"]);
  if (wait !== null) headers.push(["Retry-After", String(wait)]);
  return {
    status: mayRetry ? 503 : answer.status,
    body: bytes,
    headers: validated(headers),
    keeping,
    figures: made?.figures ?? [],
    isOutage: mayRetry && trouble.database === "away",
    ...(stream && { stream }),
  };
}

/** A page requests scripts, styles and pictures itself. No person sees an error page in their place. */
function isLoadedByPage({ headers }: IncomingMessage, { pathname }: URL): boolean {
  const destination = headers["sec-fetch-dest"];
  // Older browsers send no destination.
  if (destination === undefined) return pathname.startsWith("/assets/");
  // The router's own requests for a page's data have an empty destination.
  return destination !== "document" && destination !== "empty";
}

/** A request that shows no notice, such as a preview of the same moment, must not use it up. */
function offerNotice(context: RouterContextProvider, notice: Notice | null): () => boolean {
  let isTaken = false;
  context.set(takeNoticeContext, () => {
    isTaken = notice !== null;
    return notice;
  });
  return () => isTaken;
}

const isRedirect = ({ status }: Response) => status >= 300 && status < 400;

/** A header that cannot be sent must fail before the page is cached. */
function validated(headers: [string, string][]): [string, string][] {
  for (const [name, value] of headers) validateHeaderValue(name, value);
  return headers;
}

function outageText({ content }: RenderOptions, made: PageText | null, { pathname }: URL): string | null {
  const reach = content.waysToReach();
  return made === null || reach === null ? (made?.html ?? null) : withWaysToReach(made.html, reach, pathname);
}

/** Programs read JSON, also when the router or the database failed. */
function asApi(answer: Response, { pathname }: URL): Response {
  const isJson = answer.headers.get("Content-Type")?.includes("json") ?? false;
  if (!pathname.startsWith("/api/") || isJson || answer.status < 500) return answer;
  return fail(answer.status, failureText(pathname));
}

/** The specification's texts. */
const failureText = (pathname: string) =>
  /^\/api\/campaigns(?:\/|$)/.test(pathname)
    ? "Failed to fetch campaigns"
    : "Something went wrong. Try again.";

/** The answer's own headers, after the site's headers that it does not set itself. */
function headersOf(answer: Response, url: URL): [string, string][] {
  const isSecure = url.protocol === "https:";
  // A query may hold a name, a phone or a key. `no-referrer` would also take the Origin from forms, which we check.
  const guards = securityHeaders.map(([name, value]): [string, string] =>
    name === "Referrer-Policy" && url.search !== "" ? [name, "same-origin"] : [name, value],
  );
  const own = [...answer.headers].map(([name, value]): [string, string] => {
    if (name === "set-cookie") return [titled(name), secureCookie(value, isSecure)];
    return [titled(name), name === "content-type" ? (withCharset(value) ?? value) : value];
  });
  return [...guards.filter(([name]) => !answer.headers.has(name)), ...own];
}

const noTrouble = (): RenderFailures => ({ database: "answers", failed: false, retryAfter: null });

/** The client may send the request again later. The API sets its own header. */
const isPostponed = ({ status, headers }: Response) =>
  (status === 429 || status === 428) && !headers.has("Retry-After");

/** A table to download may be longer than what we want to hold. */
const isDownload = (type: string | null) => type?.startsWith("text/csv") ?? false;

/** All our texts are UTF-8, and a reader must not guess. The router's own data answers do not say it. */
function withCharset(type: string | null): string | null {
  if (type === null || !/^text\/|\bxml\b/.test(type) || /charset=/i.test(type)) return type;
  return `${type}; charset=utf-8`;
}

/** The context of every request. The visitor, and whether the page is kept, are added. */
function contextOf(making: RenderOptions): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(configContext, making.config);
  context.set(logContext, making.log);
  context.set(loggedPathContext, making.loggedPath);
  context.set(publicReads, making.database.publicReads);
  context.set(contentContext, making.content);
  context.set(databaseContext, making.database.readWrite);
  context.set(entranceContext, making.database.entrance);
  context.set(whileAnsweringContext, making.database.whileAnswering);
  context.set(whileReadingContext, making.database.whileReading);
  context.set(accountsContext, making.accounts);
  context.set(accessConfirmedContext, (id) => accessIsConfirmed(making.database.readWrite, id));
  context.set(collectingContext, making.collecting);
  context.set(statusReaderContext, making.findStatus);
  context.set(busyContext, making.admission.isBusy);
  context.set(drainingContext, making.isDraining);
  context.set(metricsContext, making.metrics);
  context.set(originContext, making.origin);
  context.set(picturesContext, making.pictures);
  context.set(documentsContext, making.documents);
  context.set(shareImagesContext, making.shareImages);
  context.set(sealContext, making.seal);
  context.set(breachesContext, making.breaches);
  context.set(challengeKeyContext, making.challengeKey);
  context.set(publishChangeContext, making.publishChange);
  context.set(exportContext, making.donationLines);
  context.set(pageContext, (address, reads) => pageFrom(making, address, reads));
  return context;
}

async function pageFrom(making: RenderOptions, address: string, reads: Reads): Promise<Response> {
  const context = contextOf(making);
  context.set(publicReads, reads);
  context.set(contentContext, openContent(reads).reads);
  context.set(keepingContext, newKeeping());
  context.set(takeNoticeContext, () => null);
  context.set(renderFailuresContext, noTrouble());
  context.set(nonceContext, randomBytes(16).toString("base64url"));
  const answer = await making.route(new Request(new URL(address, making.origin)), context);
  const text = pageText(answer);
  return text === null ? answer : new Response(text.html, answer);
}

function asWebRequest(
  request: IncomingMessage,
  url: URL,
  { cookies, body, signal }: Pick<PageRequest, "cookies" | "body" | "signal">,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === "cookie") continue;
    for (const each of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, each);
  }
  if (cookies.size > 0) headers.set("Cookie", asHeader(cookies));
  // A HEAD request gets the same page; sending leaves out its body.
  const method = request.method === "POST" ? "POST" : "GET";
  // The browsers' types do not know `duplex` yet, which a body that is still coming in must have.
  const init = { method, headers, body, signal, duplex: "half" };
  return new Request(url, init);
}

function titled(name: string): string {
  return name.replace(/(?:^|-)[a-z]/g, (emails) => emails.toUpperCase());
}
