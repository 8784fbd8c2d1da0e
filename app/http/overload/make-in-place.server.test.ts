import { setImmediate as nextTurn } from "node:timers/promises";
import { RouterContextProvider } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { turnContext } from "#app/http/context.server.ts";
import type { RenderedPage } from "#app/http/cache/pack.server.ts";
import { newKeeping } from "#app/http/cache/pages.server.ts";
import type { Urgency } from "#domain/system/admission.ts";
import { equalLimits } from "#tests/support/server/equal-limits.ts";
import { openAdmission } from "./admission.server.ts";
import { busyPage } from "./busy-page.server.ts";
import { makeInPlace, type InPlace } from "./make-in-place.server.ts";
import { routeInTurn } from "./route-in-turn.server.ts";

/** A page that the router renders in its turn. */
async function render(
  inPlace: InPlace,
  { path = "/campaigns", method = "GET", gone = null as AbortSignal | null } = {},
): Promise<RenderedPage> {
  const route = async (_: Request, context: RouterContextProvider) => {
    await context.get(turnContext)();
    return new Response("rendered");
  };
  const request = new Request(new URL(path, "http://fund.example"), { method });
  const asked = { context: new RouterContextProvider(), asking: { ...inPlace, gone } };
  const routed = await routeInTurn(route, request, asked);
  if (routed === null) return busyPage(path, "id");
  const body = Buffer.from(await routed.text());
  return { status: 200, body, headers: [], keeping: newKeeping(), figures: [], isOutage: false };
}

const visit = (client: string, urgency: Urgency = "other") => ({
  ...{ path: "/campaigns", requestId: client, urgency, client, gone: null },
});

test.each([
  ["a millisecond before its longest wait", 999, 200],
  ["after its longest wait", 1_000, 503],
])("a page that waited for its place gets a turn %s or not", async (_when, waitForTurn, status) => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const limits = equalLimits({ together: 1, waiting: 5 });
  const admission = openAdmission({ calm: limits, busy: limits }, () => "calm");
  const first = Promise.withResolvers<RenderedPage>();
  const hanging = makeInPlace(admission, visit("a"), () => first.promise);
  const page = makeInPlace(admission, visit("b"), (inPlace) => render(inPlace));
  await vi.advanceTimersByTimeAsync(2_000);
  first.resolve(busyPage("/", "id"));
  await hanging;
  // The turn begins when this function gives way to the event loop.
  vi.advanceTimersByTime(waitForTurn);
  expect((await page).status).toBe(status);
});

test("turns go to donors, questions about donations, staff, and then to other pages", async () => {
  const done: string[] = [];
  const asked = (
    [
      ["other", "/campaigns", "GET"],
      ["staff", "/admin/donations", "GET"],
      ["status", "/campaigns/zakat/donate", "GET"],
      ["other", "/contact", "POST"],
      ["donation", "/campaigns/zakat/donate", "POST"],
    ] as const
  ).map(async ([urgency, path, method]) => {
    await render({ urgency, longestWait: Infinity }, { path, method });
    done.push(`${method} ${path}`);
  });
  await Promise.all(asked);
  expect(done).toEqual([
    "POST /contact",
    "POST /campaigns/zakat/donate",
    "GET /campaigns/zakat/donate",
    "GET /admin/donations",
    "GET /campaigns",
  ]);
});

test("the answer of a form that was acted on is rendered even if its visitor left or its wait is over", async () => {
  const late: InPlace = { urgency: "other", longestWait: 0 };
  const gone = AbortSignal.abort();
  const forms = [render(late, { method: "POST" }), render(late, { method: "POST", gone })];
  const pages = [render(late), render({ ...late, longestWait: 5_000 }, { gone })];
  await nextTurn();
  const statuses = async (all: Promise<RenderedPage>[]) =>
    (await Promise.all(all)).map(({ status }) => status);
  expect(await statuses(forms)).toEqual([200, 200]);
  expect(await statuses(pages)).toEqual([503, 503]);
});

test("a refused page says so in the language of its address", async () => {
  const none = equalLimits({ together: 0, waiting: 0 });
  const admission = openAdmission({ calm: none, busy: none }, () => "calm");
  const refused = async (path: string) => {
    const page = await makeInPlace(admission, { ...visit("a"), path }, (inPlace) => render(inPlace));
    return `${page.status} ${/<h1>(.*?)<\/h1>/.exec(page.body.toString())?.[1]}`;
  };
  expect(await refused("/campaigns")).toBe("503 Many people are visiting at the moment");
  expect(await refused("/sw/campaigns")).toBe("503 Watu wengi wanatembelea tovuti sasa hivi");
});
