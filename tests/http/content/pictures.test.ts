import { once } from "node:events";
import { connect } from "node:net";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { makePerson, signIn } from "#tests/support/accounts/people.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ kind: "empty" });
const { db } = site;
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

test("an uploaded picture is stored and served in every format", async () => {
  const { status, answer } = await upload(new Uint8Array(await photo()));
  expect(status).toBe(200);
  expect(answer).toMatchObject({ success: true, width: 400, height: 250 });
  const served = await site.get(answer.src);
  expect(served.headers["content-type"]).toBe("image/jpeg");
  expect(await sharp(served.body).metadata()).toMatchObject({ format: "jpeg", width: 360, height: 225 });
});

test("only staff upload pictures, and only from our own pages", async () => {
  const body = new Uint8Array(await photo());
  expect((await upload(body, { Cookie: "" })).status).toBe(303);
  expect((await upload(body, { Cookie: await signIn(site, "juma") })).status).toBe(403);
  expect((await upload(body, { Origin: "https://elsewhere.example" })).status).toBe(403);
  expect((await site.get("/admin/pictures", { Cookie: staff })).status).toBe(405);
});

test("other files and large files get the specification's error texts", async () => {
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

const file = (bytes: Uint8Array<ArrayBuffer>, name = "photo.png", type = "image/png") =>
  new File([bytes], name, { type });

function formOf(...files: File[]): FormData {
  const form = new FormData();
  form.append("caption", "not asked for");
  for (const each of files) form.append("photo-file", each);
  return form;
}

const noPicture = { success: false, title: "Invalid file type", message: "Please select an image file." };

test("a form uploads its first file and ignores other fields", async () => {
  const [first, second] = [new Uint8Array(await photo(40, 25)), new Uint8Array(await photo(60, 25))];
  expect((await upload(formOf(file(first), file(second)))).answer).toMatchObject({ width: 40 });
  expect((await upload(formOf(file(new Uint8Array(), ""), file(second)))).answer).toMatchObject({
    width: 60,
  });
  expect(await upload(formOf())).toEqual({ status: 415, answer: noPicture });
});

test("only the bytes decide the type, not file name or header", async () => {
  const bytes = new Uint8Array(await photo(40, 25));
  expect((await upload(formOf(file(bytes, "../../evil.svg", "image/svg+xml")))).status).toBe(200);
  const page = new TextEncoder().encode("<script>alert(1)</script>");
  expect(await upload(formOf(file(page, "photo.png", "image/png")))).toEqual({
    status: 415,
    answer: noPicture,
  });
});

const broken: [string, Record<string, string>, string][] = [
  ["without a boundary", { "Content-Type": "multipart/form-data" }, "--x\r\n"],
  ["with another boundary", { "Content-Type": "multipart/form-data; boundary=y" }, "--x\r\n\r\n--x--"],
  [
    "that ends in its middle",
    { "Content-Type": "multipart/form-data; boundary=x" },
    '--x\r\nContent-Disposition: form-data; name="a"; filename="a.png"\r\n\r\n\x89PNG\r\n\x1a\n',
  ],
  ["of nothing", { "Content-Type": "multipart/form-data; boundary=x" }, ""],
];

test.each(broken)("a form %s is refused", async (_, headers, body) => {
  expect((await upload(body, headers)).status).toBe(422);
});

test("a body shorter than its declared length stores nothing", async () => {
  const before = await kept();
  const bytes = await photo();
  const socket = connect(Number(new URL(site.url).port), "127.0.0.1");
  socket.write(
    [
      "POST /admin/pictures HTTP/1.1",
      `Host: ${new URL(site.url).host}`,
      `Origin: ${site.url}`,
      `Cookie: ${staff}`,
      `Content-Length: ${bytes.length + 1_000}`,
      "\r\n",
    ].join("\r\n"),
  );
  socket.end(bytes);
  await once(socket.resume(), "close");
  expect((await upload(new Uint8Array(bytes))).status).toBe(200);
  expect(await kept()).toBe(before + 1);
});

// Do not use fetch: it reads an endless body after its connection has closed, until memory is full.
test("the server cuts off an endless upload", async () => {
  const socket = connect(Number(new URL(site.url).port), "127.0.0.1");
  const closed = new Promise((resolve) => socket.on("close", resolve));
  // A reset is one valid way to cut off.
  socket.on("error", () => undefined);
  let answer = "";
  socket.on("data", (bytes: Buffer) => (answer += bytes.toString()));
  socket.write(
    [
      "POST /admin/pictures HTTP/1.1",
      `Host: ${new URL(site.url).host}`,
      `Origin: ${site.url}`,
      `Cookie: ${staff}`,
      "Transfer-Encoding: chunked",
      "\r\n",
    ].join("\r\n"),
  );
  const chunk = Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(65_536, 255), Buffer.from("\r\n")]);
  const sendOn = () => {
    while (socket.writable && socket.write(chunk));
  };
  socket.on("drain", sendOn);
  sendOn();
  await closed;
  expect(socket.bytesWritten).toBeLessThan(80_000_000);
  // A sender whose connection is reset may never read the answer.
  if (answer !== "") expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

test("a served picture can never run as code", async () => {
  const { answer } = await upload(new Uint8Array(await photo()));
  const { headers } = await site.get(answer.src);
  expect(headers).toMatchObject({
    "content-type": "image/jpeg",
    "x-content-type-options": "nosniff",
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none';.*; sandbox$/);
});

test("the log records who uploaded which picture", async () => {
  const { answer } = await upload(new Uint8Array(await photo()));
  const log = await db
    .selectFrom("audit_log")
    .innerJoin("users", "users.id", "actor_id")
    .select(["action", "username"])
    .where("subject", "=", `picture:${answer.id}`)
    .execute();
  expect(log).toEqual([{ action: "picture-uploaded", username: "amina" }]);
});

async function kept(): Promise<number> {
  return (await db.selectFrom("pictures").select("id").execute()).length;
}
