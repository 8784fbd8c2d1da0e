import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { pack, type RenderedPage } from "./pack.server.ts";
import { openPageCache } from "./pages.server.ts";

function page(text: string, subjects: string[], over: Partial<RenderedPage> = {}): RenderedPage {
  const keeping = { subjects: new Set(["everything", ...subjects]), query: "", never: false };
  return {
    status: 200,
    body: Buffer.from(text),
    headers: [["Content-Type", "text/html"]],
    keeping,
    figures: [],
    isOutage: false,
    ...over,
  };
}

function listeningCache(limit?: number) {
  const cache = openPageCache(limit === undefined ? {} : { limitBytes: limit });
  cache.listeningAgain();
  return cache;
}

test("a page is cached in three encodings, each with its own tag", async () => {
  const cache = listeningCache();
  await cache.fill("/", async () => page("hello", ["content"]));
  const kept = cache.find("/")?.page;
  if (!kept) throw new Error("nothing was kept");
  expect(kept.bodies.identity.toString()).toBe("hello");
  expect(brotliDecompressSync(kept.bodies.br).toString()).toBe("hello");
  expect(gunzipSync(kept.bodies.gzip).toString()).toBe("hello");
  expect(new Set(Object.values(kept.etags)).size).toBe(3);
});

test("a change drops only the pages about its subject", async () => {
  const cache = listeningCache();
  await cache.fill("/", async () => page("home", ["content", "campaigns"]));
  await cache.fill("/campaigns/zakat", async () => page("zakat", ["campaign:zakat"]));
  await cache.fill("/campaigns/hall", async () => page("hall", ["campaign:hall"]));
  cache.change("campaign:zakat");
  expect(
    ["/", "/campaigns/zakat", "/campaigns/hall"].map((address) => cache.find(address) !== undefined),
  ).toEqual([false, false, true]);
});

test("a page whose subject changed during rendering is sent but not cached", async () => {
  const cache = listeningCache();
  const sent = await cache.fill("/", async () => {
    cache.change("content");
    return page("old", ["content"]);
  });
  expect(sent.body.toString()).toBe("old");
  expect(cache.find("/")).toBeUndefined();
});

test("a rendering that began before a change is not shared", async () => {
  const cache = listeningCache();
  const first = Promise.withResolvers<RenderedPage>();
  const before = cache.fill("/", () => first.promise);
  cache.change("content");
  const after = cache.fill("/", async () => page("new", ["content"]));
  first.resolve(page("old", ["content"]));
  expect((await before).body.toString()).toBe("old");
  expect((await after).body.toString()).toBe("new");
  expect(cache.find("/")?.page.bodies.identity.toString()).toBe("new");
});

const newVisitor = () => new ServerResponse(new IncomingMessage(new Socket()));
const leave = (visitor: ServerResponse) => void visitor.emit("close");

test("a shared rendering goes on until the last of its visitors has left", async () => {
  const cache = listeningCache();
  const [one, other, later] = [newVisitor(), newVisitor(), newVisitor()];
  const first = Promise.withResolvers<RenderedPage>();
  const signals: (AbortSignal | null)[] = [];
  const render = (gone: AbortSignal | null) => {
    signals.push(gone);
    return first.promise;
  };
  const made = [cache.fill("/", render, one), cache.fill("/", render, other)];
  leave(one);
  expect(signals.map((gone) => gone?.aborted)).toEqual([false]);
  leave(other);
  expect(signals.map((gone) => gone?.aborted)).toEqual([true]);
  const again = cache.fill("/", async () => page("again", ["content"]), later);
  expect((await again).body.toString()).toBe("again");
  first.resolve(page("busy", [], { status: 503, isRefusal: true }));
  await Promise.all(made);
  expect(cache.find("/")?.page.bodies.identity.toString()).toBe("again");
});

test("a renewal goes on when its visitors have left", async () => {
  const cache = listeningCache();
  const first = Promise.withResolvers<RenderedPage>();
  let signal: AbortSignal | null = null;
  const renewal = cache.fill("/", (gone) => {
    signal = gone;
    return first.promise;
  });
  const visitor = newVisitor();
  const joined = cache.fill("/", () => first.promise, visitor);
  leave(visitor);
  expect(signal).toMatchObject({ aborted: false });
  first.resolve(page("home", ["content"]));
  await Promise.all([renewal, joined]);
});

test("visitors who wait for a page that is refused make no others", async () => {
  const cache = listeningCache();
  const first = Promise.withResolvers<RenderedPage>();
  let asked = 0;
  const render = () => {
    asked += 1;
    return first.promise;
  };
  const made = Array.from({ length: 10 }, () => cache.fill("/", render, newVisitor()));
  first.resolve(page("busy", [], { status: 503, isRefusal: true }));
  expect((await Promise.all(made)).map(({ status }) => status)).toEqual(made.map(() => 503));
  expect(asked).toBe(1);
});

test("a refusal says nothing about the database, so an outage goes on", async () => {
  const cache = listeningCache();
  await cache.fill("/", async () => page("away", [], { status: 503, isOutage: true }));
  expect(cache.isInOutage()).toBe(true);
  await cache.fill("/", async () => page("busy", [], { status: 503, isRefusal: true }));
  expect(cache.isInOutage()).toBe(true);
});

test("a visitor who is refused ends the trial, and the next trial follows soon", async () => {
  let now = 0;
  const cache = openPageCache({ clock: () => now });
  await cache.fill("/", async () => page("away", [], { status: 503, isOutage: true }));
  now += 1_000;
  expect(cache.isInOutage(), "the trial").toBe(false);
  await cache.fill("/", async () => page("busy", [], { status: 503, isRefusal: true }));
  expect(cache.isInOutage()).toBe(true);
  now += 1_000;
  expect(cache.isInOutage(), "the next trial").toBe(false);
});

test("a hundred cache misses at once wait for one rendering", async () => {
  const cache = listeningCache();
  let renderings = 0;
  const render = async () => {
    renderings += 1;
    return page("home", ["content"]);
  };
  await Promise.all(Array.from({ length: 100 }, () => cache.fill("/", render)));
  expect(renderings).toBe(1);
});

test("a failed rendering leaves nothing in the cache", async () => {
  const cache = listeningCache();
  await expect(cache.fill("/", () => Promise.reject(new Error("no database")))).rejects.toThrow(
    "no database",
  );
  const sent = await cache.fill("/", async () => page("home", ["content"]));
  expect(sent.body.toString()).toBe("home");
});

test.each<[string, RenderedPage]>([
  ["that names no subject", page("x", [])],
  ["that is not found", page("x", ["content"], { status: 404 })],
  ["that sets a cookie", page("x", ["content"], { headers: [["Set-Cookie", "a=b"]] })],
  [
    "that says never",
    page("x", [], { keeping: { subjects: new Set(["everything", "content"]), query: "", never: true } }),
  ],
])("a page %s is not cached", async (_, rendered) => {
  const cache = listeningCache();
  await cache.fill("/", async () => rendered);
  expect(cache.find("/")).toBeUndefined();
});

test("nothing is cached while change notifications may be missed", async () => {
  const cache = openPageCache();
  await cache.fill("/", async () => page("home", ["content"]));
  expect(cache.find("/")).toBeUndefined();
  cache.listeningAgain();
  await cache.fill("/", async () => page("home", ["content"]));
  expect(cache.find("/")).toBeDefined();
  cache.lost();
  expect(cache.find("/")).toBeUndefined();
});

test("the memory is limited: the oldest pages are dropped first", async () => {
  const cache = listeningCache(60_000);
  for (let at = 0; at < 40; at += 1)
    await cache.fill(`/${at}`, async () => page("x".repeat(2000), ["content"]));
  expect(cache.size().bytes).toBeLessThanOrEqual(60_000);
  expect(cache.find("/0")).toBeUndefined();
  expect(cache.find("/39")).toBeDefined();
});

afterEach(() => void vi.useRealTimers());

/** A cache on a clock that the test moves, with a page about one campaign that counts its renderings. */
async function renewedCache() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const cache = listeningCache();
  const rendering = { count: 0 };
  const render = async () => {
    rendering.count += 1;
    return page(`made ${rendering.count}`, ["campaign:hall"]);
  };
  await cache.fill("/hall", render);
  const visit = () => {
    const stored = cache.find("/hall");
    if (stored && stored.outdatedSince !== null) cache.renew(stored, render);
    return stored?.page.bodies.identity.toString();
  };
  return { cache, rendering, render, visit };
}

test("a changed figure keeps the page briefly and renews it once", async () => {
  const { cache, rendering, visit } = await renewedCache();
  cache.change("raised:hall");
  cache.change("totals");
  expect([visit(), visit(), visit()]).toEqual(["made 1", "made 1", "made 1"]);
  vi.advanceTimersByTime(999);
  expect(rendering.count).toBe(1);
  vi.advanceTimersByTime(1);
  await vi.waitUntil(() => visit() === "made 2");
  expect(rendering.count).toBe(2);
  vi.advanceTimersByTime(60_000);
  expect(visit()).toBe("made 2");
});

test("an old page is renewed at the first visit after a change", async () => {
  const { cache, visit } = await renewedCache();
  vi.advanceTimersByTime(60_000);
  cache.change("raised:hall");
  expect(visit()).toBe("made 1");
  vi.advanceTimersByTime(0);
  await vi.waitUntil(() => visit() === "made 2");
});

test("figures older than the limit are never shown", async () => {
  const { cache, render, visit } = await renewedCache();
  cache.change("raised:hall");
  vi.advanceTimersByTime(1_250);
  expect(visit()).toBe("made 1");
  vi.advanceTimersByTime(1);
  expect(cache.find("/hall")).toBeUndefined();
  const sent = await cache.fill("/hall", render);
  expect(sent.body.toString()).toBe("made 2");
});

test("a figure that changes during a renewal makes the new page outdated", async () => {
  const { cache, rendering, visit } = await renewedCache();
  vi.advanceTimersByTime(5_000);
  await cache.fill("/hall", async () => {
    cache.change("raised:hall");
    return page("made before the change", ["campaign:hall"]);
  });
  expect(visit()).toBe("made before the change");
  vi.advanceTimersByTime(1_000);
  await vi.waitUntil(() => visit() === "made 2");
  expect(rendering.count).toBe(2);
});

test("renewals that hang hold four places, and the others wait for one", async () => {
  const { cache } = await renewedCache();
  const hanging: PromiseWithResolvers<RenderedPage>[] = [];
  for (const path of ["/1", "/2", "/3", "/4", "/5"]) {
    await cache.fill(path, async () => page(path, ["campaign:hall"]));
    cache.change("raised:hall");
    const stored = cache.find(path);
    if (!stored) throw new Error("the page is not cached");
    cache.renew(stored, () => {
      const render = Promise.withResolvers<RenderedPage>();
      hanging.push(render);
      return render.promise;
    });
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(hanging).toHaveLength(4);
  hanging[0]?.resolve(page("made", ["campaign:hall"]));
  await vi.waitUntil(() => hanging.length === 5);
});

test("a visitor's renewal of a cached page takes one of the same four places", async () => {
  const { cache } = await renewedCache();
  const hanging: PromiseWithResolvers<RenderedPage>[] = [];
  const hang = () => {
    const render = Promise.withResolvers<RenderedPage>();
    hanging.push(render);
    return render.promise;
  };
  const paths = ["/1", "/2", "/3", "/4", "/5"];
  for (const path of paths) await cache.fill(path, async () => page(path, ["campaign:hall"]));
  cache.change("raised:hall");
  for (const path of paths) void cache.fill(path, hang, newVisitor());
  await vi.waitUntil(() => hanging.length === 4);
  expect((await cache.fill("/new", async () => page("new", ["campaign:hall"]))).body.toString()).toBe("new");
  expect(hanging, "a page that is not cached waits for no place").toHaveLength(4);
  hanging[0]?.resolve(page("made", ["campaign:hall"]));
  await vi.waitUntil(() => hanging.length === 5);
});

test("a renewal shows what changed while it waited for its place", async () => {
  const { cache } = await renewedCache();
  const hanging: PromiseWithResolvers<RenderedPage>[] = [];
  for (const path of ["/1", "/2", "/3", "/4"]) {
    await cache.fill(path, async () => page(path, ["campaign:hall"]));
    void cache.fill(path, () => {
      const render = Promise.withResolvers<RenderedPage>();
      hanging.push(render);
      return render.promise;
    });
  }
  await vi.waitUntil(() => hanging.length === 4);
  const waiting = cache.fill("/hall", async () => page("made", ["campaign:hall"]));
  cache.change("raised:hall");
  hanging[0]?.resolve(page("made", ["campaign:hall"]));
  await waiting;
  expect(cache.find("/hall")?.outdatedSince).toBeNull();
});

test("a failed renewal is tried again, and the page expires", async () => {
  const { cache, rendering, visit } = await renewedCache();
  vi.advanceTimersByTime(5_000);
  cache.change("raised:hall");
  const stored = cache.find("/hall");
  if (!stored) throw new Error("the page is not cached");
  const failed = vi.fn<() => Promise<RenderedPage>>(() => Promise.reject(new Error("no database")));
  cache.renew(stored, failed);
  vi.advanceTimersByTime(0);
  await vi.waitUntil(() => failed.mock.calls.length === 1);
  await vi.waitUntil(() => {
    const text = visit();
    vi.advanceTimersByTime(0);
    return text === "made 2";
  });
  expect(rendering.count).toBe(2);
});

test.each(["content", "campaign:hall", "everything"])(
  "%s drops an outdated page at once",
  async (subject) => {
    const { cache, rendering, render, visit } = await renewedCache();
    await cache.fill("/hall", async () => page("text", ["content", "campaign:hall"]));
    cache.change("raised:hall");
    visit();
    cache.change(subject);
    expect(visit()).toBeUndefined();
    await cache.fill("/hall", render);
    expect(visit()).toBe("made 2");
    vi.advanceTimersByTime(5_000);
    await Promise.resolve();
    expect(rendering.count).toBe(2);
  },
);

test("the best compression is planned for the newest version only", async () => {
  const { cache, render } = await renewedCache();
  for (let renewals = 0; renewals < 5; renewals += 1) await cache.fill("/hall", render);
  expect(vi.getTimerCount()).toBe(1);
  cache.change("content");
  expect(vi.getTimerCount()).toBe(1);
  cache.change("campaign:hall");
  expect(vi.getTimerCount()).toBe(0);
});

test("an unchanged page gets the best compression, with the same text", async () => {
  const cache = openPageCache({ stableAfter: 0 });
  cache.listeningAgain();
  const text = Array.from({ length: 2_000 }, (_, at) => `donation ${(at * 7_919) % 10_007}`).join(" ");
  await cache.fill("/", async () => page(text, ["content"]));
  const compressed = () => cache.find("/")?.page.bodies.br ?? Buffer.alloc(0);
  const atFirst = compressed().length;
  await expect.poll(() => compressed().length).toBeLessThan(atFirst);
  expect(brotliDecompressSync(compressed()).toString()).toBe(text);
});

test("a page whose figures change while it is compressed better is renewed", async () => {
  const { cache, visit } = await renewedCache();
  const text = Array.from({ length: 2_000 }, (_, at) => `donation ${(at * 7_919) % 10_007}`).join(" ");
  const made = page(text, ["campaign:hall"]);
  await cache.fill("/hall", async () => made);
  vi.advanceTimersByTime(10_000);
  cache.change("raised:hall");
  visit();
  // The better compression began before these, of the same page.
  for (const body of [made.body, made.body]) await pack({ ...made, body }, 11);
  vi.advanceTimersByTime(0);
  await vi.waitUntil(() => visit()?.startsWith("made"));
});

test("a cache without a time for it plans no best compression", async () => {
  vi.useFakeTimers();
  const cache = openPageCache({ stableAfter: null });
  cache.listeningAgain();
  await cache.fill("/", async () => page("home", ["content"]));
  expect(cache.find("/")).toBeDefined();
  expect(vi.getTimerCount()).toBe(0);
});

test("pages from before an outage are found until notifications return", async () => {
  const cache = listeningCache();
  await cache.fill("/", async () => page("home", ["content"]));
  cache.lost();
  cache.lost();
  expect(cache.find("/")).toBeUndefined();
  expect(cache.findEarlier("/")?.page.bodies.identity.toString()).toBe("home");
  expect(cache.findEarlier("/other")).toBeUndefined();
  cache.listeningAgain();
  expect(cache.findEarlier("/")).toBeUndefined();
});

test("the outage page is shared and starts a pause for the database", async () => {
  let now = 0;
  const cache = openPageCache({ clock: () => now });
  cache.listeningAgain();
  let rendered = 0;
  const away = async () => {
    rendered += 1;
    return page("away", [], { status: 503, isOutage: true });
  };
  expect(cache.isInOutage()).toBe(false);
  const both = await Promise.all([cache.fill("/", away), cache.fill("/", away)]);
  expect([both.map(({ status }) => status), rendered]).toEqual([[503, 503], 1]);
  expect(cache.isInOutage()).toBe(true);
  now += 1_000;
  expect(cache.isInOutage()).toBe(false);
});

test("while one visitor waits for a hanging database, the others do not", async () => {
  let now = 0;
  const cache = openPageCache({ clock: () => now });
  const away = page("away", [], { status: 503, isOutage: true });
  await cache.fill("/", async () => away);
  now += 1_000;
  expect(cache.isInOutage(), "the visitor who tries").toBe(false);
  const answer = Promise.withResolvers<typeof away>();
  const trial = cache.fill("/", () => answer.promise);
  now += 5_000;
  expect(cache.isInOutage(), "the others").toBe(true);
  answer.resolve(page("back", []));
  await trial;
  expect(cache.isInOutage()).toBe(false);
});

test("a page from memory does not end an outage, and one from the database does", async () => {
  let sent = 100;
  const cache = openPageCache({ heard: () => sent });
  cache.listeningAgain();
  await cache.fill("/", async () => page("away", [], { status: 503, isOutage: true }));
  await cache.fill("/nothing", async () => page("not found", [], { status: 404 }));
  expect(cache.isInOutage()).toBe(true);
  sent += 1;
  await cache.fill("/nothing", async () => page("not found", [], { status: 404 }));
  expect(cache.isInOutage()).toBe(false);
});

test("another 503, such as a stopping node's, is no outage", async () => {
  const cache = listeningCache();
  await cache.fill("/readyz", async () => page("stopping", [], { status: 503 }));
  expect(cache.isInOutage()).toBe(false);
});

test("an outdated page of an outage has the time of its figures", async () => {
  let now = 0;
  const cache = openPageCache({ clock: () => now });
  cache.listeningAgain();
  await cache.fill("/", async () => page("home", ["totals"]));
  cache.change("totals");
  now += 3_600_000;
  const ageOf = (address: string) =>
    Date.now() - (cache.findEarlier(address)?.asOf.getTime() ?? Number.POSITIVE_INFINITY);
  expect(ageOf("/")).toBeGreaterThanOrEqual(3_600_000);
  await cache.fill("/about", async () => page("about", ["content"]));
  cache.lost();
  now += 60_000;
  expect(ageOf("/"), "after the loss of notifications").toBeGreaterThanOrEqual(3_660_000);
  expect(ageOf("/about"), "known until the loss").toBeLessThan(3_600_000);
  expect(ageOf("/about")).toBeGreaterThanOrEqual(60_000);
});

/** A cache whose page has one figure. It counts how often the whole page and only the figure were rendered. */
async function cacheWithFigures(withNewFigures?: () => Promise<RenderedPage | null>) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const count = { whole: 0, figures: 0 };
  const figures = [{ place: { again: async () => null }, from: 0, to: 1 }];
  const made = () => page(`${count.whole} ${count.figures}`, ["campaign:hall"], { figures });
  const cache = openPageCache({
    withNewFigures: async () => {
      if (withNewFigures) return withNewFigures();
      count.figures += 1;
      return made();
    },
  });
  cache.listeningAgain();
  const render = async () => {
    count.whole += 1;
    return made();
  };
  const fill = async () => (await cache.fill("/hall", render)).body.toString();
  await fill();
  return { cache, count, fill };
}

test("a changed figure renders the page's figures, and not the whole page", async () => {
  const { cache, fill } = await cacheWithFigures();
  for (const expected of ["1 1", "1 2", "1 3"]) {
    cache.change("raised:hall");
    vi.advanceTimersByTime(5_000);
    expect(await fill()).toBe(expected);
    expect(cache.find("/hall")?.page.bodies.identity.toString()).toBe(expected);
  }
});

test("after a minute a changed figure renders the whole page", async () => {
  const { cache, fill } = await cacheWithFigures();
  vi.advanceTimersByTime(60_000);
  cache.change("raised:hall");
  expect(await fill()).toBe("1 1");
  vi.advanceTimersByTime(1);
  cache.change("raised:hall");
  expect(await fill()).toBe("2 1");
});

test("a changed text renders the whole page, also while its figures are outdated", async () => {
  const { cache, fill } = await cacheWithFigures();
  cache.change("raised:hall");
  cache.change("campaign:hall");
  expect(await fill()).toBe("2 0");
});

test("figures that cannot be read make the whole page render", async () => {
  const { cache, fill } = await cacheWithFigures(async () => null);
  cache.change("raised:hall");
  expect(await fill()).toBe("2 0");
});

test("figures that had to wait too long leave the page as it is, and do not render it", async () => {
  const busy = page("busy", [], { status: 503, isRefusal: true });
  const { cache, count, fill } = await cacheWithFigures(async () => busy);
  cache.change("raised:hall");
  expect(await fill()).toBe("busy");
  expect(count.whole).toBe(1);
  expect(cache.find("/hall")?.page.bodies.identity.toString()).toBe("1 0");
  expect(cache.isInOutage()).toBe(false);
});

test("a text that changes while figures are rendered is not covered by the old page", async () => {
  const reading = Promise.withResolvers<RenderedPage>();
  const { cache, fill } = await cacheWithFigures(() => reading.promise);
  cache.change("raised:hall");
  const old = fill();
  await Promise.resolve();
  cache.change("campaign:hall");
  reading.resolve(page("old text", ["campaign:hall"]));
  expect(await old).toBe("old text");
  expect(cache.find("/hall")).toBeUndefined();
});

test("donations leave pages without figures as they are", async () => {
  const cache = listeningCache();
  await cache.fill("/zakat", async () => page("zakat", ["campaigns without figures"]));
  cache.change("raised:hall");
  expect(cache.find("/zakat")?.outdatedSince).toBeNull();
  cache.change("campaign:hall");
  expect(cache.find("/zakat")).toBeUndefined();
});
