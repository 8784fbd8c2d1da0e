import { expect, test } from "vitest";
import { closePage, openClearedPage, type Look } from "#tests/support/browser/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
/** No other test has windows of this kind, so the second page is the first one again. */
const look: Look = { width: 360, density: 1.75 };

test("a page in a reused window finds nothing of the test before", async () => {
  const first = await openClearedPage(site.url, "/about", look);
  const context = first.context();
  await context.addCookies([{ name: "left", value: "behind", url: site.url }]);
  await context.grantPermissions(["geolocation"]);
  await first.evaluate(() => {
    localStorage["left"] = "behind";
    sessionStorage["left"] = "behind";
    window.name = "behind";
  });
  await first.emulateMedia({ media: "print", colorScheme: "dark", forcedColors: "active" });
  await first.setExtraHTTPHeaders({ "X-Left": "behind" });
  await first.route("**/privacy", (route) => route.fulfill({ body: "left behind" }));
  let heard = 0;
  first.on("request", () => void (heard += 1));
  await first.goto("/terms");
  await closePage(first);

  const before = heard;
  const next = await openClearedPage(site.url, "/about", look);
  expect(next, "the same window").toBe(first);
  expect(await context.cookies()).toEqual([]);
  const found = await next.evaluate(async () => {
    const { state } = await navigator.permissions.query({ name: "geolocation" });
    return {
      ...{ local: localStorage["left"], session: sessionStorage["left"], state },
      ...{ pages: history.length, name: window.name, from: document.referrer },
      media: ["print", "(prefers-color-scheme: dark)", "(forced-colors: active)"].map(
        (query) => matchMedia(query).matches,
      ),
    };
  });
  expect(found).toMatchObject({ local: undefined, session: undefined, media: [false, false, false] });
  expect(found).toMatchObject({ name: "", from: "" });
  expect(found.state).not.toBe("granted");
  expect(found.pages, "a blank page and this one").toBe(2);
  const answer = await next.goto("/privacy");
  expect(await answer?.text(), "no route of the test before").not.toBe("left behind");
  expect(await answer?.request().allHeaders()).not.toHaveProperty("x-left");
  expect(heard, "no listener of the test before").toBe(before);
});
