import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { usualLimits } from "#domain/system/admission.ts";
import { testSite, type Site } from "#tests/support/server/site.ts";
import { startS3 } from "#tests/support/storage/s3-server.ts";

const s3 = await startS3();
const inBucket = { ...s3.environment, TRUST_PROXY: "1" };
const site = await testSite({ environment: inBucket });
const impatient = await testSite({
  environment: { ...inBucket, QUEUEING: JSON.stringify({ picture: 500 }) },
});

const dataDir = await mkdtemp(join(tmpdir(), "amana-slow-pictures-"));
const megabyte = 1024 * 1024;
/** More than the system holds for a receiver. */
const size = 48 * megabyte;
const slow = await testSite({
  environment: {
    ...{ DATA_DIR: dataDir, TRUST_PROXY: "1" },
    ...{ PICTURE_BYTES: String(40 * megabyte), LONGEST_SILENCE: "1500" },
  },
});

afterEach(() => s3.network.set());
afterAll(() => s3[Symbol.asyncDispose]());
afterAll(() => rm(dataDir, { recursive: true }));

const idOf = (at: number) => at.toString(16).padStart(32, "0");
const addressOf = (at: number) => `/media/${idOf(at)}/360.avif`;
const from = (at: number) => ({ "X-Forwarded-For": `203.0.${Math.floor(at / 250)}.${(at % 250) + 1}` });

const { together, waiting } = usualLimits.calm.picture;
const places = together + waiting;
const visitors = places + 28;

/** Many visitors ask for different pictures while the bucket does not answer. */
async function askWhileHanging(asked: Site) {
  await s3.network.set({ swallowed: "down" });
  const before = s3.requests.length;
  const refused: string[] = [];
  const answers = Array.from({ length: visitors }, async (_, at) => {
    const { status, headers, text } = await asked.get(addressOf(at), from(at));
    if (status === 503) refused.push(`${headers["retry-after"]} ${text}`);
    return status;
  });
  return {
    refused,
    reads: () => s3.requests.length - before,
    async release() {
      await s3.network.set();
      s3.network.cut();
      return Promise.all(answers);
    },
  };
}

const busy =
  "5 Many people are visiting at the moment. Load this picture again in a few seconds. Watu wengi wanatembelea tovuti sasa hivi. Pakia picha hii tena baada ya sekunde chache.";

test("16 pictures are read together, 256 wait, and others are refused in both languages", async () => {
  expect([together, waiting]).toEqual([16, 256]);
  const hanging = await askWhileHanging(site);
  await expect.poll(() => hanging.refused.length).toBe(visitors - places);
  expect(new Set(hanging.refused)).toEqual(new Set([busy]));
  await expect.poll(hanging.reads).toBe(together);
  // A page needs no picture.
  expect((await site.get("/about", from(900))).status).toBe(200);
  const statuses = await hanging.release();
  expect(statuses.filter((status) => status === 404)).toHaveLength(places);
});

test("a browser that has the picture needs no place and no read", async () => {
  const hanging = await askWhileHanging(site);
  await expect.poll(() => hanging.refused.length).toBe(visitors - places);
  await expect.poll(hanging.reads).toBe(together);
  const known = { ...from(900), "If-None-Match": `"${idOf(7)}"` };
  const unchanged = await site.get(addressOf(7), known);
  expect([unchanged.status, unchanged.headers.etag]).toEqual([304, `"${idOf(7)}"`]);
  expect(unchanged.headers["cache-control"]).toContain("immutable");
  expect((await site.get(addressOf(8), known)).status).toBe(503);
  expect(hanging.reads()).toBe(together);
  await hanging.release();
  const strange = { "If-None-Match": '"none"' };
  expect((await site.get("/media/none/360.avif", strange)).status).toBe(404);
});

test("a picture that waits too long for its place is refused", async () => {
  const hanging = await askWhileHanging(impatient);
  await expect.poll(() => hanging.refused.length).toBe(visitors - together);
  expect(new Set(hanging.refused)).toEqual(new Set([busy]));
  expect(hanging.reads()).toBe(together);
  await hanging.release();
});

test("a missing picture says so in both languages", async () => {
  const { status, text } = await site.get(addressOf(1));
  expect([status, text]).toEqual([404, "There is no picture at this address. Kiungo hiki hakina picha."]);
});

test("receivers that take nothing fill the memory for pictures only until they are cut off", async () => {
  const folder = join(dataDir, "pictures", idOf(1));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "1200.jpeg"), Buffer.alloc(size));
  await writeFile(join(folder, "360.jpeg"), Buffer.alloc(100));
  const stuck: Socket[] = [];
  const { port, host } = new URL(slow.url);
  const small = async () => (await slow.get(`/media/${idOf(1)}/360.jpeg`, from(900))).status;
  try {
    const askAndTakeNothing = () => {
      const socket = connect(Number(port), "127.0.0.1").on("error", () => undefined);
      socket.write(`GET /media/${idOf(1)}/1200.jpeg HTTP/1.1\r\nHost: ${host}\r\n`);
      socket.write(`X-Forwarded-For: ${from(stuck.length)["X-Forwarded-For"]}\r\n\r\n`);
      stuck.push(socket.pause());
      return small();
    };
    await expect.poll(askAndTakeNothing).toBe(503);
    await expect.poll(small).toBe(200);
  } finally {
    for (const socket of stuck) socket.destroy();
  }
});
