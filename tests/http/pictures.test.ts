import { beforeAll, expect, test } from "vitest";
import sharp from "sharp";
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
  sharp({ create: { width, height, channels: 3, background: "#1d7a4a" } })
    .png()
    .toBuffer();

async function upload(body: BodyInit, headers: Record<string, string> = {}) {
  const answer = await fetch(`${site.url}/admin/pictures`, {
    method: "POST",
    body,
    redirect: "manual",
    headers: { Origin: site.url, Cookie: staff, ...headers },
  });
  const isJson = answer.headers.get("Content-Type") === "application/json";
  return { status: answer.status, answer: isJson ? await answer.json() : null };
}

test("a picture is taken as it is, and served in every format", async () => {
  const { status, answer } = await upload(new Uint8Array(await photo()));
  expect(status).toBe(200);
  expect(answer).toMatchObject({ success: true, width: 400, height: 250 });
  const served = await site.get(answer.src);
  expect(served.headers["content-type"]).toBe("image/jpeg");
  expect(await sharp(served.body).metadata()).toMatchObject({ format: "jpeg", width: 360, height: 225 });
});

test("only staff may send one, and only from our own pages", async () => {
  const body = new Uint8Array(await photo());
  expect((await upload(body, { Cookie: "" })).status).toBe(303);
  expect((await upload(body, { Cookie: await signIn(site, "juma") })).status).toBe(403);
  expect((await upload(body, { Origin: "https://elsewhere.example" })).status).toBe(403);
  expect((await site.get("/admin/pictures", { Cookie: staff })).status).toBe(405);
});

test("what is no picture, and what is too large, is told in the specification's words", async () => {
  expect(await upload("<svg xmlns='http://www.w3.org/2000/svg'/>")).toEqual({
    status: 415,
    answer: { success: false, title: "Invalid file type", message: "Please select an image file." },
  });
  expect(await upload(new Uint8Array(6 * 1024 * 1024).fill(255))).toEqual({
    status: 413,
    answer: {
      success: false,
      title: "File too large",
      message: "Please select an image smaller than 5MB.",
    },
  });
});
