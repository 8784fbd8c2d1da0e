import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Logger } from "pino";
import { retryAfterSeconds } from "#domain/system/admission.ts";
import type { Pictures } from "#storage/pictures/open.ts";
import { StoreFault } from "#storage/store.ts";
import { shrinks, squeeze, type Encoding, type CachedPage, type RenderedPage } from "./cache/pack.server.ts";
import type { Admission } from "./overload/admission.server.ts";
import { signalOf } from "./overload/audience.server.ts";
import { refuse } from "./refuse.server.ts";
import { closedPolicy, fileHeaders } from "./security/headers.server.ts";
import type { StaticFile } from "./static-files.server.ts";

export const sendFile = (request: IncomingMessage, response: ServerResponse, file: StaticFile): void =>
  sendCached(request, response, {
    ...file,
    etags: { br: file.etag, gzip: file.etag, identity: file.etag },
  });

export function sendCached(request: IncomingMessage, response: ServerResponse, page: CachedPage): void {
  const encoding = encodingFor(request.headers["accept-encoding"]);
  if (request.headers["if-none-match"]?.includes(page.etags[encoding])) {
    response.writeHead(304, withoutBodyHeaders(page.headers[encoding])).end();
    return;
  }
  response.writeHead(200, page.headers[encoding]);
  response.end(request.method === "HEAD" ? undefined : page.bodies[encoding]);
}

export async function sendPicture(
  { pictures, admission, log }: { pictures: Pictures; admission: Admission; log: Logger },
  request: IncomingMessage,
  response: ServerResponse,
  { path, client }: { path: string; client: string },
) {
  const [, , id = "", name = "", rest] = path.split("/");
  const read = () => pictures.read(id, name).catch((error: unknown) => whenAway(error, log));
  const asking = { urgency: "picture", client, gone: signalOf(response) } as const;
  const picture = rest === undefined ? await admission.run(asking, read) : null;
  if (picture === "refused")
    return refuse(request, response, 503, "Too many visitors. Load this picture again soon.", [
      ...["Retry-After", String(retryAfterSeconds)],
    ]);
  if (picture === "away")
    return refuse(request, response, 503, "This picture cannot be loaded now. Try again in a minute.", [
      ...["Retry-After", "60"],
    ]);
  if (!picture) return refuse(request, response, 404, "Not found");
  const etag = `"${id}"`;
  const headers = [
    ...fileHeaders.flat(),
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

/** The browser shows the picture's description in its place. */
function whenAway(error: unknown, log: Logger): "away" {
  if (!(error instanceof StoreFault)) throw error;
  log.error({ err: error }, "picture could not be read");
  return "away";
}

export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  page: RenderedPage,
): Promise<void> {
  if (page.stream) return sendStream(request, response, page, page.stream);
  const identity = page.body;
  const worthIt = identity.length > 1000 && shrinks(page);
  const encoding = worthIt ? encodingFor(request.headers["accept-encoding"]) : "identity";
  const body = await squeeze(identity, encoding, 4);
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
    // The client went away before the end.
    if (!(error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE"))
      throw error;
  }
}

function encodingFor(accepted: string | string[] | undefined): Encoding {
  const list = String(accepted ?? "");
  if (/\bbr\b(?!;\s*q=0(?:\.0+)?\s*(?:,|$))/.test(list)) return "br";
  if (/\bgzip\b(?!;\s*q=0(?:\.0+)?\s*(?:,|$))/.test(list)) return "gzip";
  return "identity";
}

function withoutBodyHeaders(headers: string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? "";
    if (!/^content-(?:length|encoding|type)$/i.test(name)) kept.push(name, headers[at + 1] ?? "");
  }
  return kept;
}
