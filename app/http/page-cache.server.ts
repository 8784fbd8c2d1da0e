import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

export type Encoding = "br" | "gzip" | "identity";

/** One page as it goes over the wire: its bytes and its finished header list, per encoding. */
export type KeptPage = {
  etags: Record<Encoding, string>;
  headers: Record<Encoding, string[]>;
  bodies: Record<Encoding, Buffer>;
};

export type RenderedPage = {
  status: number;
  body: Buffer;
  /** What is sent as it is made, instead of a body that is there. */
  stream?: ReadableStream<Uint8Array>;
  headers: [string, string][];
  keeping: PageKeeping;
};

/**
 * What a page says of itself while its loaders run: which subjects it was made from, and from which query. A page that
 * names no subject is not kept, nor is it under another query, and `never` wins over everything.
 */
export type PageKeeping = { subjects: Set<string>; query: string; never: boolean };

export type PageCache = ReturnType<typeof openPageCache>;

type Entry = { page: KeptPage; subjects: Set<string>; bytes: number };
type Fill = { result: Promise<RenderedPage | null>; droppedMeanwhile: Set<string>; joinable: boolean };

/** Of addresses too: a small page under many of them would make the search for what to drop slow. */
const mostPages = 20_000;

export function openPageCache(limitBytes = 48 * 1024 * 1024) {
  const entries = new Map<string, Entry>();
  const fills = new Map<string, Fill>();
  const running = new Set<Fill>();
  let bytes = 0;
  // Until we hear of changes nothing may be kept: what we would serve could be stale for ever.
  let listening = false;

  function find(address: string): KeptPage | undefined {
    const entry = entries.get(address);
    return entry?.page;
  }

  /** A hundred visitors who miss at once wait for one rendering. What turns out not to be kept is each visitor's own. */
  async function fill(address: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const shared = fills.get(address);
    if (shared?.joinable) {
      const page = await shared.result;
      return page && isKeepable(page) ? page : render();
    }
    const fill: Fill = { result: Promise.resolve(null), droppedMeanwhile: new Set(), joinable: true };
    running.add(fill);
    fills.set(address, fill);
    const result = renderAndKeep(address, render, fill);
    fill.result = result;
    try {
      return await result;
    } finally {
      running.delete(fill);
      if (fills.get(address) === fill) fills.delete(address);
    }
  }

  async function renderAndKeep(address: string, render: () => Promise<RenderedPage>, fill: Fill) {
    const page = await render();
    if (isKeepable(page)) await keep(address, page, fill);
    return page;
  }

  async function keep(address: string, rendered: RenderedPage, fill: Fill): Promise<void> {
    const page = await pack(rendered, 5);
    if (!store(address, rendered, page, fill)) return;
    if (rendered.body.length > largestToSqueeze || !shrinks(rendered)) return;
    // The best compression takes 50 times as long: nobody waits for it.
    void pack(rendered, 11).then((smaller) => {
      if (entries.get(address)?.page === page) store(address, rendered, smaller, fill);
    });
  }

  function store(address: string, rendered: RenderedPage, page: KeptPage, fill: Fill): boolean {
    const { subjects } = rendered.keeping;
    if (!listening || [...fill.droppedMeanwhile].some((subject) => subjects.has(subject))) return false;
    remove(address);
    const size =
      address.length + Object.values(page.bodies).reduce((sum, body) => sum + body.length + 1024, 0);
    entries.set(address, { page, subjects, bytes: size });
    bytes += size;
    for (const oldest of entries.keys()) {
      if (bytes <= limitBytes && entries.size <= mostPages) break;
      remove(oldest);
    }
    return true;
  }

  function remove(address: string): void {
    bytes -= entries.get(address)?.bytes ?? 0;
    entries.delete(address);
  }

  function drop(subject: string): void {
    const dropped = subjectsOf(subject);
    for (const fill of running) {
      fill.joinable = false;
      for (const each of dropped) fill.droppedMeanwhile.add(each);
    }
    for (const [address, entry] of entries) {
      if (dropped.some((each) => entry.subjects.has(each))) remove(address);
    }
  }

  function dropAll(): void {
    for (const fill of running) {
      fill.joinable = false;
      fill.droppedMeanwhile.add("everything");
    }
    entries.clear();
    bytes = 0;
  }

  return {
    find,
    fill,
    drop,
    heardAgain: () => {
      dropAll();
      listening = true;
    },
    lost: () => {
      listening = false;
      dropAll();
    },
    size: () => ({ pages: entries.size, bytes }),
  };
}

export function newKeeping(): PageKeeping {
  return { subjects: new Set(["everything"]), query: "", never: false };
}

/** A page about several campaigns names `campaigns` and goes when any one of them changes. */
function subjectsOf(subject: string): string[] {
  return subject.startsWith("campaign:") ? [subject, "campaigns"] : [subject];
}

function isKeepable(page: RenderedPage): boolean {
  const named = page.keeping.subjects.size > 1;
  return (
    named &&
    !page.keeping.never &&
    page.status === 200 &&
    page.stream === undefined &&
    !page.headers.some(([name]) => name === "Set-Cookie")
  );
}

/** A picture is compressed already, and sent as it is whatever was asked for. */
export function shrinks({ headers }: Pick<RenderedPage, "headers">): boolean {
  const type = headers.find(([name]) => name === "Content-Type")?.[1] ?? "";
  return /^text\/|json|xml/.test(type);
}

/** A sitemap of ten thousand campaigns would keep a core busy for half a minute. */
const largestToSqueeze = 1024 * 1024;

async function pack(page: RenderedPage, quality: number): Promise<KeptPage> {
  const identity = page.body;
  const bodies = shrinks(page)
    ? await squeezed(identity, quality)
    : { br: identity, gzip: identity, identity };
  const hash = createHash("sha256").update(identity).digest("base64url").slice(0, 20);
  // Each encoding is a representation of its own and so has a tag of its own.
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
    asBrotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    asGzip(identity, { level: quality > 9 ? 9 : quality }),
  ]);
  return { br, gzip: gz, identity };
}
