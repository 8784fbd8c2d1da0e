import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { PlacedFigure } from "#app/http/page-text.server.ts";
import { sha256 } from "#domain/system/digest.server.ts";

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

export type Encoding = "br" | "gzip" | "identity";

/** The bytes and the complete headers of a page, per encoding. */
export type CachedPage = {
  etags: Record<Encoding, string>;
  headers: Record<Encoding, string[]>;
  bodies: Record<Encoding, Buffer>;
};

export type RenderedPage = {
  status: number;
  body: Buffer;
  /** Sent while it is made, in place of the body. */
  stream?: ReadableStream<Uint8Array>;
  headers: [string, string][];
  keeping: PageKeeping;
  figures: PlacedFigure[];
  /** The database did not answer, so this page says only that. */
  isOutage: boolean;
  /** An overloaded process made no page. */
  isRefusal?: true;
};

/**
 * A page names its subjects and its query while its loaders run. A page without a subject is not cached, nor is a page
 * under another query. `never` overrides both.
 */
export type PageKeeping = { subjects: Set<string>; query: string; never: boolean };

/** Pictures are compressed already. */
export function shrinks({ headers }: Pick<RenderedPage, "headers">): boolean {
  const type = headers.find(([name]) => name === "Content-Type")?.[1] ?? "";
  return /^text\/|json|xml/.test(type);
}

/** A sitemap of ten thousand campaigns would keep a core busy for half a minute. */
export const largestToSqueeze = 1024 * 1024;

/** For a page that can change soon. */
export const usualQuality = 5;

export async function pack(
  page: Pick<RenderedPage, "body" | "headers">,
  quality: number,
): Promise<CachedPage> {
  const identity = page.body;
  const bodies = shrinks(page)
    ? await squeezed(identity, quality)
    : { br: identity, gzip: identity, identity };
  const hash = sha256(identity).toString("base64url").slice(0, 20);
  // HTTP requires a different tag for each encoding.
  const etags = { br: `"${hash}-br"`, gzip: `"${hash}-gz"`, identity: `"${hash}"` };
  const headersFor = (encoding: Encoding): string[] => [
    ...page.headers.flat(),
    ...(bodies[encoding] === identity ? [] : ["Content-Encoding", encoding]),
    ...["ETag", etags[encoding], "Content-Length", String(bodies[encoding].length)],
  ];
  return {
    bodies,
    etags,
    headers: { br: headersFor("br"), gzip: headersFor("gzip"), identity: headersFor("identity") },
  };
}

async function squeezed(identity: Buffer, quality: number): Promise<Record<Encoding, Buffer>> {
  const [br, gz] = await Promise.all([
    squeeze(identity, "br", quality),
    squeeze(identity, "gzip", Math.min(quality, 9)),
  ]);
  return { br, gzip: gz, identity };
}

/** Compresses on another thread. */
export async function squeeze(body: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === "identity") return body;
  if (encoding === "gzip") return asGzip(body, { level: quality });
  return asBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: windowFor(body.length),
    },
  });
}

/** The default window takes megabytes and a third more time, for pages of a tenth of it. */
function windowFor(bytes: number): number {
  const { BROTLI_MIN_WINDOW_BITS: least, BROTLI_DEFAULT_WINDOW: most } = constants;
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(bytes + 1))));
}
