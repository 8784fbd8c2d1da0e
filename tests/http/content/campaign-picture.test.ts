import { expect, test } from "vitest";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();

test("a campaign's head requests the picture that its page shows first", async () => {
  const { text, headers } = await site.get("/campaigns/conference-center");
  const [, set, sizes] = /<source type="image\/avif" srcSet="([^"]+)" sizes="([^"]+)"/.exec(text) ?? [];
  const link = String(headers["link"]);
  expect(link).toContain(`imagesrcset="${set}"; imagesizes="${sizes}"`);
  expect(link).toMatch(/^<\/media\/[^>]+>; rel=preload; as=image; type="image\/avif"/);
});

test("a page without a campaign requests no picture", async () => {
  const { headers } = await site.get("/campaigns/no-such-campaign");
  expect(headers["link"]).toBeUndefined();
});
