import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { missesPerAddress } from "#domain/payments/limits.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";
import type { Database } from "#database/sql.server.ts";
import type { DonationStatusView } from "#database/donations/status.ts";
import type { Admission } from "#app/http/overload/admission.server.ts";
import { signalOf } from "#app/http/overload/audience.server.ts";
import type { Neighbours } from "#app/http/neighbours.ts";
import { refuse } from "#app/http/refuse.server.ts";
import { closedPolicy, securityHeaders } from "#app/http/security/headers.server.ts";
import { findMessages } from "./find-messages.ts";
import { gatherChanges, gatherFigures } from "./gather-changes.ts";
import { orderMessage, type LiveMessage } from "./messages.ts";
import { openStreams } from "./streams.server.ts";
import { readSubscription, type Subscription } from "./subscription.ts";

/** In seconds. A page without a stream asks every 30 seconds, and a busy site more rarely. */
const retryAfter = 30;
const busyRetryAfter = 120;

type Parts = {
  database: Database;
  log: Logger;
  admission: Admission;
  /** Questions of many donors share a statement. */
  findStatus: (orderId: string) => Promise<DonationStatusView | null>;
};

/** Limits the streams of one client on this machine. Another machine has its own limit. */
type Places = Pick<Neighbours, "takePlace" | "leavePlace">;

type Opening = Parts & { places: Places };

export type Live = ReturnType<typeof openLive>;

/** Sends changed figures to open pages by server-sent events, or once as JSON. */
export function openLive({ places, ...parts }: Opening) {
  const { database, log } = parts;
  const { isBusy } = parts.admission;
  const streams = openStreams();
  let closed = false;

  const report = (subjects: ReadonlySet<string>): boolean => {
    const { campaigns, totals, orderIds } = changedOf(streams.subscriptions(), subjects);
    findMessages(database, { campaigns, totals, orderIds })
      .then((messages) => messages.forEach(streams.send))
      // The next change or poll sends the missing updates.
      .catch((error: unknown) => log.warn({ err: error }, "live updates failed"));
    return campaigns.length > 0 || totals;
  };
  // The donor is waiting, so there is no delay.
  const orders = gatherChanges(report, () => 0);
  const figures = gatherFigures(report, isBusy);

  function changed(subject: string): void {
    if (streams.size() === 0 || closed) return;
    if (subject.startsWith("donation:")) orders.add(subject);
    else figures.add(subject.replace(/^raised:/, "campaign:"));
  }

  return {
    async answer(
      request: IncomingMessage,
      response: ServerResponse,
      { query, client }: { query: string; client: string },
    ): Promise<void> {
      const wanted = readSubscription(new URLSearchParams(query));
      if (request.method !== "GET") return refuse(request, response, 405, "GET only", ["Allow", "GET"]);
      if (wanted === null) return sendFailure(response, 400, "Add a campaign, totals or order parameter");
      // A donor who waits for a payment comes first. Figures can wait.
      if (isBusy() && wanted.orderId === null) return refuseFigures(response);
      if (!request.headers.accept?.includes("text/event-stream"))
        return sendOnce(parts, response, wanted, client);
      if (closed || streams.isFull()) return sendFailure(response, 503, "Ask again for JSON");
      if (!(await places.takePlace(client)))
        return sendFailure(response, 429, "Too many streams; ask for JSON");
      if (response.destroyed) return places.leavePlace(client);
      response.once("close", () => places.leavePlace(client));
      // Others came while the place was asked for.
      if (streams.isFull()) return sendFailure(response, 503, "Ask again for JSON");

      const stream = streams.add({ ...wanted, response });
      const messages = await firstMessages(parts, response, wanted, client);
      if (messages === null) streams.remove(stream);
      else streams.start(stream, messages, headersFor("text/event-stream; charset=utf-8"));
    },
    changed,
    /** Changes during the gap are unknown, so everything is sent again. */
    listeningAgain: () => changed("everything"),
    close() {
      closed = true;
      orders.stop();
      figures.stop();
      streams.close();
    },
    streams: streams.size,
  };
}

async function sendOnce(parts: Parts, response: ServerResponse, wanted: Subscription, client: string) {
  const found = await firstMessages(parts, response, wanted, client);
  const messages = found?.map(({ name, textIn }) => ({ name, data: textIn(wanted.language) }));
  const again = parts.admission.isBusy() ? busyRetryAfter : null;
  if (messages) sendJson(response, 200, { success: true, news: messages }, again);
}

/** The current state, or null after a refusal was sent. */
async function firstMessages(parts: Parts, response: ServerResponse, wanted: Subscription, client: string) {
  const asking = { client, gone: signalOf(response) };
  try {
    const { orderId } = wanted;
    if (orderId !== null) return await messagesForDonor(parts, response, { ...wanted, orderId }, asking);
    const figures = await findFigures(parts, wanted, asking);
    if (figures !== "refused") return figures;
    refuseFigures(response);
  } catch (error) {
    parts.log.warn({ err: error }, "live update failed");
    sendFailure(response, 503, "Ask again later");
  }
  return null;
}

type Asking = { client: string; gone: AbortSignal };

/** A donor asks for one donation, and gets the figures too if they are at hand. */
async function messagesForDonor(
  parts: Parts,
  response: ServerResponse,
  wanted: Subscription & { orderId: string },
  asking: Asking,
): Promise<LiveMessage[] | null> {
  const { admission } = parts;
  const figures = findFigures(parts, wanted, asking).catch(() => "refused" as const);
  const status = await admission.run({ urgency: "status", ...asking }, () =>
    findDonation(parts, wanted.orderId, asking.client),
  );
  if (status === "refused") sendFailure(response, 503, "Ask again later");
  else if (status === "limited") sendFailure(response, 429, "Too many requests");
  else if (status === "missing") sendFailure(response, 404, "Donation not found");
  else {
    const late = wait(admission.longestWaits.live, "refused" as const, { ref: false });
    const found = await Promise.race([figures, late]);
    return [...(found === "refused" ? [] : found), orderMessage(status)];
  }
  return null;
}

async function findDonation({ findStatus, database }: Parts, orderId: string, client: string) {
  const status = await findStatus(orderId);
  // It also finds the provider's references, but only ours belong to the donor's page.
  if (status?.externalId === orderId) return status;
  const misses = { subject: `missing-donation:${client}`, limits: missesPerAddress };
  const isLimited = (await countAttempt(database.readWrite, [misses])).kind === "limited";
  return isLimited ? "limited" : "missing";
}

/** Figures wait behind donations and questions about them, and only for a moment. */
async function findFigures(
  { admission, database }: Parts,
  { campaigns, totals }: Subscription,
  asking: Asking,
): Promise<LiveMessage[] | "refused"> {
  if (campaigns.length === 0 && !totals) return [];
  return admission.run({ urgency: "live", ...asking }, () =>
    findMessages(database, { campaigns, totals, orderIds: [] }),
  );
}

/** The changed subjects that open pages show. */
function changedOf(subscriptions: Subscription[], subjects: ReadonlySet<string>) {
  const isNew = (subject: string) => subjects.has(subject) || subjects.has("everything");
  const campaigns = new Set(subscriptions.flatMap((each) => each.campaigns));
  const orders = new Set(subscriptions.flatMap(({ orderId }) => orderId ?? []));
  return {
    campaigns: [...campaigns].filter((id) => isNew(`campaign:${id}`)),
    totals: isNew("totals") && subscriptions.some((each) => each.totals),
    orderIds: [...orders].filter((id) => isNew(`donation:${id}`)),
  };
}

function headersFor(type: string): string[] {
  return [
    ...securityHeaders.flat(),
    ...["Content-Security-Policy", closedPolicy, "Content-Type", type],
    // A proxy that buffers answers would hold events back.
    ...["Cache-Control", "no-store", "X-Accel-Buffering", "no"],
  ];
}

const refuseFigures = (response: ServerResponse) =>
  sendJson(response, 503, { success: false, message: "Ask again later" }, busyRetryAfter);

const sendFailure = (response: ServerResponse, status: number, message: string) =>
  sendJson(
    response,
    status,
    { success: false, message },
    status === 429 || status === 503 ? retryAfter : null,
  );

function sendJson(response: ServerResponse, status: number, answer: object, wait: number | null): void {
  const body = JSON.stringify(answer);
  const length = ["Content-Length", String(Buffer.byteLength(body))];
  const again = wait === null ? [] : ["Retry-After", String(wait)];
  response
    .writeHead(status, [...headersFor("application/json; charset=utf-8"), ...length, ...again])
    .end(body);
}
