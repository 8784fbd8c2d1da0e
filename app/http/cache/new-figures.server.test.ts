import pg from "pg";
import pino from "pino";
import { expect, test } from "vitest";
import type { ReadFigures } from "#app/site/cached/figure.tsx";
import { withNewFigures } from "./new-figures.server.tsx";
import { newKeeping } from "./pages.server.ts";
import { pack, type RenderedPage } from "./pack.server.ts";

const log = pino({ level: "silent" });
const unread = () => Promise.reject(new Error("not read in this test"));
const read: ReadFigures = { progress: unread, beside: unread, totals: unread };

async function pageWith(again: () => Promise<null>) {
  const rendered: RenderedPage = {
    ...{ status: 200, body: Buffer.from("figure"), headers: [], keeping: newKeeping(), isOutage: false },
    figures: [{ place: { again }, from: 0, to: 6 }],
  };
  return {
    ...{ address: "/sw", rendered, page: await pack(rendered, 1), subjects: new Set<string>() },
    ...{ madeAt: 0, wholeAt: 0, outdatedSince: 0, isRenewalPlanned: false },
  };
}

function failing(code: string) {
  const error = new pg.DatabaseError("failed", 0, "error");
  error.code = code;
  return () => Promise.reject(error);
}

test.each(["57014", "55P03"])("figures that waited too long (%s) ask to come back", async (code) => {
  const made = await withNewFigures(read, await pageWith(failing(code)), log);
  expect(made).toMatchObject({ status: 503, isRefusal: true, isOutage: false });
  expect(made?.body.toString()).toContain('lang="sw"');
});

test("a database that is away makes the whole page render, which says so", async () => {
  expect(await withNewFigures(read, await pageWith(failing("57P01")), log)).toBeNull();
});

test("figures of a campaign that is not public any more make the whole page render", async () => {
  const gone = () => Promise.reject(new Error("the campaign is not public any more"));
  expect(await withNewFigures(read, await pageWith(gone), log)).toBeNull();
});
