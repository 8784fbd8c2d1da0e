import { z } from "zod";
import type { Figure } from "./figure.ts";
import { end, messageFrom, start } from "./site.ts";

const perSecond = Number(process.env["BENCH_RATE"] ?? 1_000);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 15);

const waits = z.object({ count: z.number(), p50: z.number(), p99: z.number(), longest: z.number() });
const seenShape = z.object({
  refusedNew: waits,
  refusedKept: waits,
  /** Requests, and different addresses without their numbers. */
  asked: z.number(),
  kinds: z.number(),
  rendered: z.number(),
  others: z.number(),
});

/** Asks for more rendered pages than the site can make, and measures how soon it refuses the rest. */
export async function overload(site: string): Promise<Figure[]> {
  const visitors = start("bench/overload/visitors.ts");
  const asked = async (order: { perSecond: number; seconds: number }) => {
    visitors.send({ url: site, ...order });
    return messageFrom(visitors, seenShape);
  };
  try {
    await asked({ perSecond, seconds: 2 });
    const { refusedNew, refusedKept, rendered, others, ...order } = await asked({ perSecond, seconds });
    return [
      figure("pages asked for", perSecond, "/s"),
      figure(`requests, for ${order.kinds} lists, searches and campaigns in two languages`, order.asked, ""),
      figure("pages rendered", rendered / seconds, "/s"),
      figure("refusals", (refusedNew.count + refusedKept.count) / seconds, "/s", { atLeast: 1 }),
      figure("requests without a page or a refusal", others, "", { atMost: 0 }),
      ...figuresOf("on a new connection", refusedNew),
      ...figuresOf("on a kept connection", refusedKept),
    ];
  } finally {
    await end(visitors);
  }
}

function figuresOf(where: string, { p50, p99, longest }: z.infer<typeof waits>): Figure[] {
  return [
    figure(`refusal ${where}, median`, p50, "ms"),
    figure(`refusal ${where}, 99th percentile`, p99, "ms", { atMost: 50 }),
    figure(`refusal ${where}, longest`, longest, "ms"),
  ];
}

const figure = (what: string, measured: number, unit: string, goal?: Figure["goal"]): Figure => ({
  ...{ part: "overload", what, measured, unit },
  ...(goal && { goal }),
});
