import { beforeAll, beforeEach, expect, test } from "vitest";
import sharp from "sharp";
import { onDatabase } from "#tests/support/database.ts";
import { makePerson, signIn } from "#tests/support/people.ts";
import { testSite } from "#tests/support/site.ts";

const site = await testSite({ kind: "empty" });
let staff: string;

beforeAll(async () => {
  await makePerson(site.databaseUrl, "amina", "staff");
  await makePerson(site.databaseUrl, "juma", "organizer");
  staff = await signIn(site, "amina");
});

const photo = (width = 400, height = 250) =>
  sharp({ create: { width, height, channels: 3, background: "#1d7a4a" } }).png().toBuffer();

async function upload(body: BodyInit, headers: Record<string, string> = {}) {
  const answer = await fetch(`${site.url}/admin/pictures`, {
    method: "POST",
    body,
    redirect: "manual",
    headers: { Origin: site.url, Cookie: staff, ...headers },
  });
  return { status: answer.status, answer: answer.status === 303 ? null : await answer.json() };
}

test("a picture is taken as it is, and served in every format", async () => {
  const { status, answer } = await upload(new Uint8Array(await photo()));
  expect(status).toBe(200);
  expect(answer).toMatchObject({ success: true, width: 400, height: 250 });
  const served = await site.get(answer.src);
  expect(served.headers["content-type"]).toBe("image/jpeg");
  expect(await sharp(served.body).metadata()).toMatchObject({ format: "jpeg", width: 360, height: 225 });
});
