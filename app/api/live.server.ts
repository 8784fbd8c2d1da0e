import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { isCampaignId } from "#domain/campaigns/categories.ts";
import { isExternalId } from "#domain/donations/read-donor.ts";
import type { Language } from "#domain/content/language.ts";
import { missesPerAddress } from "#domain/payments/limits.ts";
import { readStandings } from "#database/donations/status.ts";
import { readProgress } from "#database/campaigns/progress.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";
import type { Database } from "#database/sql.server.ts";
import { readStatistics } from "#database/donations/statistics.ts";
import { refuse } from "#app/http/refuse.server.ts";
import { closedPolicy, securityHeaders } from "#app/http/security/headers.server.ts";
import { campaignNews, orderNews, totalsNews, type News } from "./news.ts";

/** Beyond so many streams a page is told to ask now and then instead. */
const mostStreams = 1_000;
/** Visitors behind one address share these; beyond them a page asks now and then, too. */
const mostStreamsPerClient = 20;
const mostCampaigns = 24;
const heartbeatEvery = 20_000;
/** Gifts that come together are told together. */
const gatheredFor = 150;
/** The most that may wait for an address that has stopped reading. */
const mostUnread = 64 * 1024;

type Wanted = { language: Language; campaigns: string[]; totals: boolean; orderId: string | null };

type Stream = Wanted & {
  client: string;
  response: ServerResponse;
  /** Until its first state is written, what is new waits here. */
  held: News[] | null;
};

type Parts = {
  database: Database;
  log: Logger;
};

export type Live = ReturnType<typeof openLive>;

/** Tells open pages what moves, by server-sent events; whoever asks for JSON is told once. */
export function openLive({ database, log }: Parts) {
  const streams = new Set<Stream>();
  const changed = new Set<string>();
  let gathering: NodeJS.Timeout | undefined;
  let closed = false;
  const heart = setInterval(() => {
    for (const { response, held } of streams) if (held === null) response.write(":\n\n");
  }, heartbeatEvery);
  heart.unref();

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    { query, client }: { query: string; client: string },
  ): Promise<void> {
    const wanted = readWanted(new URLSearchParams(query));
    if (request.method !== "GET") return refuse(request, response, 405, "GET only", ["Allow", "GET"]);
    if (wanted === null)
      return tellOnce(response, 400, {
        success: false,
        message: "Add a campaign, totals or order parameter",
      });
    const asStream = request.headers.accept?.includes("text/event-stream") ?? false;
    if (asStream && (closed || streams.size >= mostStreams))
      return tellOnce(response, 503, { success: false, message: "Ask again for JSON" });
    if (asStream && countOf(client) >= mostStreamsPerClient)
      return tellOnce(response, 429, { success: false, message: "Too many streams; ask for JSON" });

    const stream: Stream = { ...wanted, client, response, held: [] };
    if (asStream) {
      streams.add(stream);
      response.on("close", () => streams.delete(stream));
    }
    try {
      const news = await find(wanted.campaigns, wanted.totals, wanted.orderId ? [wanted.orderId] : []);
      if (wanted.orderId !== null && !news.some((each) => each.about.startsWith("donation:"))) {
        const misses = { subject: `missing-donation:${client}`, limits: missesPerAddress };
        const attempt = await countAttempt(database.readWrite, [misses]);
        streams.delete(stream);
        const [status, message] =
          attempt.kind === "limited" ? [429, "Too many requests"] : [404, "Donation not found"];
        return tellOnce(response, status, { success: false, message });
      }
      if (!asStream)
        return tellOnce(response, 200, {
          success: true,
          news: news.map(({ name, tell }) => ({ name, data: tell(wanted.language) })),
        });
      response.writeHead(200, headersFor("text/event-stream; charset=utf-8"));
      response.write("retry: 3000\n\n");
      for (const each of [...news, ...(stream.held ?? [])]) write(stream, each);
      stream.held = null;
    } catch (error) {
      streams.delete(stream);
      log.warn({ err: error }, "live update failed");
      if (response.headersSent) response.destroy();
      else tellOnce(response, 503, { success: false, message: "Ask again later" });
    }
  }

  function countOf(client: string): number {
    let count = 0;
    for (const stream of streams) if (stream.client === client) count += 1;
    return count;
  }

  async function find(campaigns: string[], totals: boolean, orderIds: string[]): Promise<News[]> {
    const [progress, statistics, standings] = await Promise.all([
      readProgress(database.publicReads, campaigns),
      totals ? readStatistics(database.publicReads, null) : null,
      readStandings(database.readWrite, orderIds),
    ]);
    return [
      ...progress.map(campaignNews),
      ...(statistics === null ? [] : [totalsNews(statistics)]),
      ...standings.map(orderNews),
    ];
  }

  /** Looked up once for everybody who wants to know. */
  async function tell(subjects: ReadonlySet<string>): Promise<void> {
    const isNew = (subject: string) => subjects.has(subject) || subjects.has("everything");
    const open = [...streams];
    const campaigns = new Set(open.flatMap((each) => each.campaigns).filter((id) => isNew(`campaign:${id}`)));
    const orders = new Set(
      open.flatMap(({ orderId }) => (orderId !== null && isNew(`donation:${orderId}`) ? [orderId] : [])),
    );
    const totals = isNew("totals") && open.some((each) => each.totals);
    for (const news of await find([...campaigns], totals, [...orders]))
      for (const stream of streams) {
        if (!subjectsOf(stream).includes(news.about)) continue;
        if (stream.held === null) write(stream, news);
        else stream.held.push(news);
      }
  }

  function gather(subject: string): void {
    if (streams.size === 0 || closed) return;
    changed.add(subject.replace(/^raised:/, "campaign:"));
    gathering ??= setTimeout(
      () => {
        gathering = undefined;
        const subjects = new Set(changed);
        changed.clear();
        // The next change, the next heartbeat's reader or its poll makes up for it.
        tell(subjects).catch((error: unknown) => log.warn({ err: error }, "live updates failed"));
      },
      // Somebody waits for this one.
      subject.startsWith("donation:") ? 0 : gatheredFor,
    );
  }

  return {
    answer,
    changed: gather,
    /** Changes during the gap are unknown, so everything is sent again. */
    listeningAgain: () => gather("everything"),
    close() {
      closed = true;
      clearInterval(heart);
      clearTimeout(gathering);
      for (const { response } of streams) response.end();
    },
    streams: () => streams.size,
  };
}

function readWanted(query: URLSearchParams): Wanted | null {
  const campaigns = query.getAll("campaign");
  const orderId = query.get("order");
  const totals = query.get("totals") === "yes";
  if (campaigns.length > mostCampaigns || !campaigns.every(isCampaignId)) return null;
  if (orderId !== null && !isExternalId(orderId)) return null;
  if (campaigns.length === 0 && orderId === null && !totals) return null;
  return { campaigns, orderId, totals, language: query.get("language") === "sw" ? "sw" : "en" };
}

const subjectsOf = ({ campaigns, totals, orderId }: Wanted) => [
  ...campaigns.map((id) => `campaign:${id}`),
  ...(totals ? ["totals"] : []),
  ...(orderId === null ? [] : [`donation:${orderId}`]),
];

function write({ response, language }: Stream, { name, tell }: News): void {
  response.write(`event: ${name}\ndata: ${JSON.stringify(tell(language))}\n\n`);
  if (response.writableLength > mostUnread) response.destroy();
}

function headersFor(type: string): string[] {
  return [
    ...securityHeaders.flat(),
    ...["Content-Security-Policy", closedPolicy, "Content-Type", type],
    // A proxy that gathers what we send would hold it back.
    ...["Cache-Control", "no-store", "X-Accel-Buffering", "no"],
  ];
}

function tellOnce(response: ServerResponse, status: number, answer: object): void {
  const body = JSON.stringify(answer);
  const length = ["Content-Length", String(Buffer.byteLength(body))];
  const again = status === 429 || status === 503 ? ["Retry-After", "30"] : [];
  response
    .writeHead(status, [...headersFor("application/json; charset=utf-8"), ...length, ...again])
    .end(body);
}
