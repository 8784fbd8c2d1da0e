import type { IncomingMessage, ServerResponse } from "node:http";
import { urgencyOf } from "#domain/system/admission.ts";
import type { Live } from "#app/api/live/live.server.ts";
import type { SecurityEventKind } from "#domain/system/security-event.ts";
import { callbackLimit } from "#payments/callback-body.ts";
import { languageOf } from "#app/site/address.ts";
import { errorWords } from "#app/site/error-page.tsx";
import type { Sandbox } from "#payments/gateway-sandbox/sandbox.ts";
import { checkRequest, isCallback, type Admitted, type Refusal } from "./check-request.server.ts";
import { clientOf } from "./client.ts";
import { isKnownVisitor, ownCookies } from "./cookies.ts";
import { incomingBody, readBody } from "./body/incoming.server.ts";
import { withTime, type Reason } from "./cache/outage.server.ts";
import type { CachedPage, RenderedPage } from "./cache/pack.server.ts";
import type { PageCache } from "./cache/pages.server.ts";
import type { Target } from "./read-target.ts";
import { refuse } from "./refuse.server.ts";
import { signalOf } from "./overload/audience.server.ts";
import { makeInPlace, type InPlace } from "./overload/make-in-place.server.ts";
import { render, type PageRequest, type RenderOptions } from "./render.server.ts";
import { newRequestId } from "./request-id.server.ts";
import { closedPolicy, securityHeaders } from "./security/headers.server.ts";
import { sendPicture } from "./pictures/send-picture.server.ts";
import type { UnderWay } from "./pictures/under-way.server.ts";
import { send, sendFile, sendCached } from "./send.server.ts";
import type { StaticFile } from "./static-files.server.ts";

export type Parts = RenderOptions & {
  live: Live;
  pages: PageCache;
  files: Map<string, StaticFile>;
  sandbox: Sandbox | null;
  underWay: UnderWay;
};

const largestBody = 64 * 1024;

/** Sends every request to its handler: cached page, file, picture, live stream or router. */
export function answerWith(parts: Parts) {
  const { origin, sandbox, config, log } = parts;
  const check = checkRequest({ origin, trustProxy: config.trustProxy, hasSandbox: sandbox !== null });
  const sendIfCached = cachedAnswers(parts, check);
  const sendStored = storedAnswers(parts);
  const renderAnswer = newAnswers(parts);
  let hasWarned = config.trustProxy;

  /** Returns a promise only for a response that is not ready. */
  return function answer(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    if (!hasWarned && request.headers["x-forwarded-for"] !== undefined) {
      hasWarned = true;
      log.warn(
        "X-Forwarded-For received, but TRUST_PROXY is 0. All visitors behind the proxy count as one address. Set TRUST_PROXY=1, or remove the header in the proxy.",
      );
    }
    if (sendIfCached(request, response)) return undefined;
    const checked = check(request);
    if (checked.kind === "admitted" && sendStored(checked, request, response)) return undefined;
    return renderAnswer(checked, request, response);
  };
}

/**
 * A cached page under exactly the address of the request. Every cached address passed the checks of an address before,
 * and they do not change it. So this repeats only the checks of the rest of the head; in doubt all are made.
 */
function cachedAnswers({ pages, metrics, origin }: Parts, check: ReturnType<typeof checkRequest>) {
  const isSecure = origin.startsWith("https:");

  return function sendIfCached(request: IncomingMessage, response: ServerResponse): boolean {
    const stored = pages.find(request.url ?? "");
    if (!stored || !check.readsPlainly(request)) return false;
    if (stored.outdatedSince !== null && !stored.isRenewalPlanned) return false;
    if (isKnownVisitor(ownCookies(request.headers.cookie, isSecure))) return false;
    sendCached(request, response, stored.page);
    metrics.countStored(response.statusCode);
    return true;
  };
}

/** Most visitors get a cached page or a file, without a promise, a listener or a closure. */
function storedAnswers(parts: Parts) {
  const { origin, pages, files, metrics } = parts;
  const isSecure = origin.startsWith("https:");

  return function sendStored(checked: Admitted, request: IncomingMessage, response: ServerResponse): boolean {
    if (checked.isSandbox || request.method === "POST") return false;
    const known = isKnownVisitor(ownCookies(request.headers.cookie, isSecure));
    const stored = known ? undefined : pages.find(checked.address);
    const file = stored ? undefined : files.get(checked.path);
    if (stored) {
      sendCached(request, response, stored.page);
      if (stored.outdatedSince !== null) pages.renew(stored, () => renewed(parts, checked, request));
    } else if (file) sendFile(request, response, file);
    else return false;
    metrics.countStored(response.statusCode);
    return true;
  };
}

function newAnswers(parts: Parts) {
  const { origin, live, pages, sandbox, config, admission } = parts;
  const isSecure = origin.startsWith("https:");

  return async function renderAnswer(
    checked: Admitted | Refusal,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const requestId = newRequestId();
    const reject = (status: number, message: string, headers: string[] = []) => {
      const kind = eventOf(status);
      const client = clientOf(request, config.trustProxy);
      if (kind) parts.security.record({ kind, requestId, accountId: null, client, path: request.url ?? "" });
      return refuse(request, response, status, message, ["X-Request-Id", requestId, ...headers]);
    };
    // A stream stays open while a visitor looks at a page, so its time is not measured.
    const isLive = checked.kind === "admitted" && checked.path === "/api/live";
    if (!isLive) parts.metrics.watch(response);
    if (checked.kind === "refused") return reject(checked.status, checked.message, checked.headers);
    if (checked.isSandbox && sandbox !== null) return answerPretended(sandbox, request, response);
    const client = clientOf(request, config.trustProxy);
    if (isLive) return live.answer(request, response, { query: checked.query, client });

    const { path, address } = checked;
    const cookies = ownCookies(request.headers.cookie, isSecure);
    const isRead = request.method !== "POST";
    const making = { path, requestId, client, ...sessionOf(parts, { path, isRead, cookies }) };
    const renderInTurn = (body: PageRequest["body"]) => {
      const gone = signalOf(response);
      return makeInPlace(admission, { ...making, gone }, (inPlace) =>
        render(parts, request, { requestId, address, client, cookies, body, signal: gone, gone, ...inPlace }),
      );
    };
    /** The pages of donors stay small, also for slow phones. */
    const isHurried = () => making.urgency === "other" && admission.isBusy();
    const isShared = isRead && !isKnownVisitor(cookies);
    if (isRead && path.startsWith("/media/")) return sendPicture(parts, request, response, { path, client });
    if (mayBringPictures(checked, request)) {
      const { stream, discardRest: throwAwayRest } = incomingBody(request, response);
      return send(request, response, await renderInTurn(stream).finally(throwAwayRest), isHurried());
    }
    const body = isRead
      ? null
      : await readBody(request, response, isCallback(checked) ? callbackLimit : largestBody);
    if (body === "broken-off") return void response.destroy();
    if (body === "too-large") return reject(413, tooLarge(checked));

    if (!isShared) return send(request, response, await renderInTurn(body), isHurried());
    const known = pages.isInOutage() ? earlierPage(pages, checked, "outage") : null;
    if (known) return sendCached(request, response, await known);
    const made = pages.fill(
      address,
      (gone) =>
        makeInPlace(admission, { ...making, gone }, (inPlace) =>
          renderShared(parts, checked, request, { requestId, gone, ...inPlace }),
        ),
      response,
    );
    const page = await (pages.findEarlier(address) ? unlessLate(made) : made);
    const cached = await cachedInPlaceOf(page, pages, checked);
    if (cached) return sendCached(request, response, cached);
    return send(request, response, page ?? (await made), isHurried());
  };
}

type FromVisitor = { path: string; isRead: boolean; cookies: ReadonlyMap<string, string> };

function sessionOf({ accounts }: Pick<Parts, "accounts">, { path, isRead, cookies }: FromVisitor) {
  const session = accounts.signedSession(cookies);
  return { session, urgency: urgencyOf(path, { isRead, hasSession: session !== null }) };
}

function tooLarge({ path }: Target): string {
  const { tooLarge: title, tooLargeText } = errorWords[languageOf(path)];
  return path.startsWith("/api/") ? title : `${title}. ${tooLargeText}`;
}

function earlierPage(
  pages: PageCache,
  { address, path }: Admitted,
  reason: Reason,
): Promise<CachedPage> | null {
  const earlier = pages.findEarlier(address);
  return earlier ? withTime(earlier, { path, reason }) : null;
}

/** In milliseconds. */
const longestWaitForFigures = 1_000;

/** Null if a page takes long that is known from earlier: a visitor need not wait for a statement that hangs. */
async function unlessLate(made: Promise<RenderedPage>): Promise<RenderedPage | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(late.resolve, longestWaitForFigures, null);
  return Promise.race([made, late.promise]).finally(() => clearTimeout(timer));
}

/**
 * The cached page, or the earlier one with its time: if the new page is late or was refused, or if its figures changed
 * while it was made. A page that is kept has no old text, because a changed text drops it.
 */
async function cachedInPlaceOf(
  page: RenderedPage | null,
  pages: PageCache,
  checked: Admitted,
): Promise<CachedPage | null> {
  const stored = pages.find(checked.address);
  if (stored) return stored.page;
  const isOld = page?.status === 200 && pages.isKept(checked.address);
  if (!isOld && page !== null && page.status !== 503) return null;
  return earlierPage(pages, checked, page?.isOutage ? "outage" : "slow");
}

/** Many visitors may wait for this page, so its work goes on even if the first of them leaves. */
function renderShared(
  parts: Parts,
  { address }: Admitted,
  request: IncomingMessage,
  asking: Pick<PageRequest, "requestId" | "gone" | keyof InPlace>,
): Promise<RenderedPage> {
  const client = clientOf(request, parts.config.trustProxy);
  const cookies = ownCookies(request.headers.cookie, parts.origin.startsWith("https:"));
  return render(parts, request, { address, client, cookies, body: null, signal: null, ...asking });
}

/** No visitor waits for it, so it needs no place, and its turn may come late. */
function renewed(parts: Parts, checked: Admitted, request: IncomingMessage): Promise<RenderedPage> {
  const urgency = urgencyOf(checked.path, { isRead: true, hasSession: false });
  const inTurn = { urgency, longestWait: Infinity };
  return renderShared(parts, checked, request, { requestId: newRequestId(), gone: null, ...inTurn });
}

/** The payment sandbox has its own pages and CSP; the other headers are the site's. */
function answerPretended(sandbox: Sandbox, request: IncomingMessage, response: ServerResponse) {
  if (request.headers.expect !== undefined) response.writeContinue();
  for (const [name, value] of securityHeaders) response.setHeader(name, value);
  response.setHeader("Content-Security-Policy", closedPolicy);
  return sandbox.handle(request, response);
}

/** The router's policies and the action decide who may upload pictures, and how many bytes are read. */
function mayBringPictures({ path }: Target, { method, headers }: IncomingMessage): boolean {
  if (method !== "POST" || !/^\/(?:admin|(?:sw\/)?organizer)\//.test(path)) return false;
  const isForm = headers["content-type"]?.toLowerCase().startsWith("multipart/form-data") ?? false;
  return isForm || path === "/admin/pictures";
}

/** Before the router, 403 only means a form of another site. The router checks roles. */
function eventOf(status: number): SecurityEventKind | null {
  if (status === 403) return "foreign-form";
  if (status === 421) return "misdirected";
  return status >= 400 ? "bad-request" : null;
}
