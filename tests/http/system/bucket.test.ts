import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makePerson, signIn } from "#tests/support/accounts/people.ts";
import { wordsOf } from "#tests/support/donations/donor.ts";
import { testSite } from "#tests/support/server/site.ts";
import { startS3 } from "#tests/support/storage/s3-server.ts";

// A site with pictures and documents in a bucket. The S3 server is real, and its failures are ours.

const s3 = await startS3();
const site = await testSite({ environment: s3.environment });
for (const failure of [/^picture could not be read$/, /^file store failed$/]) site.expectErrors(failure);
let staff: string;

beforeAll(async () => {
  await makePerson(site.databaseUrl, "sara", "staff");
  staff = await signIn(site, "sara");
});
afterEach(async () => {
  s3.mode = "work";
  await s3.network.set();
});
afterAll(() => s3[Symbol.asyncDispose]());

const photo = (background: string) =>
  sharp({ create: { width: 400, height: 250, channels: 3, background } })
    .png()
    .toBuffer();

async function upload(background = "#1d7a4a") {
  const answer = await fetch(`${site.url}/admin/pictures`, {
    method: "POST",
    body: new Uint8Array(await photo(background)),
    headers: { Origin: site.url, Cookie: staff },
  });
  return { status: answer.status, answer: await answer.json() };
}

const pdf = Buffer.from("%PDF-1.7 a slip");

function enter(reference: string) {
  const fields = {
    ...{ campaign: "zakat", amount: "50,000", method: "bank", receivedOn: "2026-11-18", reference },
    ...{ name: "Hamisi Ally", email: "hamisi@example.org", phone: "" },
  };
  const form = Object.entries(fields).map(
    ([name, value]) => `--seam\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--seam\r\nContent-Disposition: form-data; name="document"; filename="slip.pdf"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(form.join("") + head), pdf, Buffer.from("\r\n--seam--\r\n")]);
  return site.ask("/admin/offline-donations/new", {
    method: "POST",
    headers: { Origin: site.url, Cookie: staff, "Content-Type": "multipart/form-data; boundary=seam" },
    body,
  });
}

test("pictures and documents of the bucket are served by the site only", async () => {
  const { answer } = await upload();
  const served = await site.get(answer.src);
  expect(served.status).toBe(200);
  expect(await sharp(served.body).metadata()).toMatchObject({ format: "jpeg", width: 360 });
  expect((await site.get("/media/0123456789abcdef01234567/360.jpeg")).status).toBe(404);

  const page = String((await enter("S3 0001")).headers.location);
  const document = await site.get(`${page}/document`, { Cookie: staff });
  expect(document.body.equals(pdf)).toBe(true);
  expect(document.headers["cache-control"]).toBe("private, no-store");
  expect((await site.get(`${page}/document`)).status).not.toBe(200);
  const { text } = await site.get(page, { Cookie: staff });
  expect(text).toContain("/document");
  expect(text).not.toContain(s3.settings.bucket);
  expect(text).not.toContain(s3.settings.endpoint);
});

test.each<[string, () => unknown]>([
  ["away", () => s3.network.set({ down: true })],
  ["overloaded", () => (s3.mode = "fail")],
  ["refusing us", () => (s3.mode = "refuse")],
])("a bucket that is %s stops uploads with a true answer, and no page", async (_state, breakIt) => {
  const kept = (await upload("#123456")).answer;
  const [recent, other] = [kept.src, String(kept.src).replace("jpeg", "webp")];
  await site.get(recent);
  const page = String((await enter(`S3 ${_state}`)).headers.location);
  await breakIt();

  expect((await site.get(recent)).status).toBe(200);
  const unread = await site.get(other);
  expect(unread).toMatchObject({
    status: 503,
    text: "This picture cannot be loaded now. Try again in a minute. Picha hii haiwezi kupakiwa sasa. Jaribu tena baada ya dakika moja.",
  });
  expect(unread.headers["retry-after"]).toBe("60");
  for (const path of ["/", "/campaigns", "/campaigns/zakat", "/sw"])
    expect((await site.get(path)).status).toBe(200);
  expect((await site.get(page, { Cookie: staff })).status).toBe(200);

  const refused = await upload("#654321");
  expect(refused).toMatchObject({ status: 503, answer: { success: false, title: "Upload failed" } });
  expect(refused.answer.message).toContain("the file store does not work now");
  const before = await site.db.selectFrom("offline_donations").select("id").execute();
  const form = await enter(`S3 ${_state} again`);
  expect(form.status).toBe(400);
  expect(wordsOf(form.text)).toContain("The file could not be stored now, and nothing was added");
  expect(form.text).toContain("Hamisi Ally");
  expect(await site.db.selectFrom("offline_donations").select("id").execute()).toHaveLength(before.length);
  const document = await site.get(`${page}/document`, { Cookie: staff });
  expect(document).toMatchObject({ status: 503, text: expect.stringContaining("cannot be read now") });

  s3.mode = "work";
  await s3.network.set();
  expect((await site.get(other)).status).toBe(200);
  expect((await enter(`S3 ${_state} again`)).status).toBe(303);
});
