import { mkdtempSync, rmSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publishChange } from "#database/changes.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const dataDir = mkdtempSync(join(tmpdir(), "amana-share-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const site = await testSite({ environment: { DATA_DIR: dataDir } });
const folder = join(dataDir, "share");
const path = "/campaigns/zakat/share.jpg";
// A visitor with a session skips the page cache, so each request reaches the drawing.
const own = { Cookie: "amana.session=unknown" };

const change = (statement: string) =>
  publishChange(site.databaseUrl, () => onDatabase(site.databaseUrl, statement));
const kept = () => readdir(folder).catch(() => []);

// The pictures are not in this folder, and a drawing without its photo is not cached.
beforeAll(() => change("update campaigns set image = null where id = 'zakat'"));

test("unknown names and versions redirect to the picture and draw nothing", async () => {
  for (const query of ["?v=made-up", "?v=", "?utm_source=x", "?v=0123456789abcdef&x=1", "?V=1"]) {
    const answer = await site.get(path + query, own);
    expect([answer.status, answer.headers.location], query).toEqual([302, await present()]);
  }
  expect(await kept()).toEqual([]);
});

test("100 requests at once for one version get one drawing", async () => {
  const address = await present();
  // A busy process would refuse some of them.
  await site.setLoad("calm");
  const answers = await Promise.all(Array.from({ length: 100 }, () => site.get(address, own)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.toString("base64"))).size).toBe(1);
  const [name = "", ...others] = await kept();
  expect(others).toEqual([]);
  const drawn = await stat(join(folder, name));
  await site.get(address, own);
  await site.get(path);
  expect((await stat(join(folder, name))).ino).toBe(drawn.ino);
});

test("a changed campaign is drawn again and replaces the cached picture", async () => {
  const before = await kept();
  await change("update campaigns set title = 'Zakat, another name' where id = 'zakat'");
  for (let again = 0; again < 3; again++) expect((await site.get(await present(), own)).status).toBe(200);
  const after = await kept();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
});

test("without a goal the picture has no progress and no percentage", async () => {
  const track = { red: 0x28, green: 0x57, blue: 0x3f };
  const trackPixels = async () => {
    const { body } = await site.get(await present(), own);
    const { data } = await sharp(body)
      .extract({ left: 64, top: 315, width: 580, height: 315 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    let count = 0;
    for (let at = 0; at < data.length; at += 3) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
      const distance =
        Math.abs(red - track.red) + Math.abs(green - track.green) + Math.abs(blue - track.blue);
      if (distance < 12) count += 1;
    }
    return count;
  };
  expect(await trackPixels()).toBeGreaterThan(500);
  await change("update campaigns set goal_amount = 0 where id = 'zakat'");
  expect(await trackPixels()).toBeLessThan(50);
});

async function present(): Promise<string> {
  const { text } = await site.get("/campaigns/zakat");
  const [, address = ""] =
    /property="og:image" content="[^"]*?(\/campaigns\/zakat\/share\.jpg\?v=\w+)"/.exec(text) ?? [];
  expect(address).not.toBe("");
  return address;
}
