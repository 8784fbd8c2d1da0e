import { Agent, request } from "node:http";
import { expect, test } from "vitest";
import { rawConnection } from "#tests/support/server/raw-connection.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const secure = await testSite({
  databaseUrl: site.databaseUrl,
  environment: { PUBLIC_URL: "https://fund.example", TRUST_PROXY: "1" },
});

const { host } = new URL(site.url);
const get = (target: string, more = "") => `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;

async function statusOf(bytes: string): Promise<number> {
  using connection = rawConnection(site.url);
  connection.send(bytes);
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(await connection.hears(/\r\n\r\n/)) ?? [];
  return Number(status);
}

test.each([
  ["/campaigns/../about", "a parent"],
  ["/./about", "a dot"],
  ["//about", "two slashes"],
  ["/sw//evil.example", "two slashes later"],
  ["/about#x", "a fragment"],
  ["/api\\live", "a backslash"],
  ["/campaigns/..%2fabout", "an encoded slash"],
  ["/%61bout", "an encoded letter"],
  ["/about%00", "a zero byte"],
  ["/api/callbacks/../../admin/donations", "a way out of the callbacks"],
  ["/admin/../api/callbacks/selcom", "a way into the callbacks"],
  ["/healthz/../admin/donations", "a way out of the probes"],
  ["/sandbox/../admin/donations", "a way out of the sandbox"],
  ["/media/%2e%2e/%2e%2e/package.json", "a way out of the pictures"],
])("the target %s is refused with 400", async (target) => {
  expect(await statusOf(get(target))).toBe(400);
});

test.each([
  ["absolute form", get(`http://${host}/about`)],
  ["absolute form with another host", get("http://evil.example/about")],
  ["two Host headers", get("/about", `Host: evil.example\r\n`)],
  ["two equal Host headers", get("/about", `Host: ${host}\r\n`)],
  [
    "two Host headers on a callback",
    `POST /api/callbacks/selcom HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: 0\r\n\r\n`,
  ],
  ["no Host header", "GET /about HTTP/1.1\r\n\r\n"],
  ["two lengths", `POST /auth HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na`],
  [
    "a length and chunks",
    `POST /auth HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    "two transfer encodings",
    `POST /auth HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
  ],
  ["a body to read with", get("/about", "Content-Length: 3\r\n") + "a=1"],
  ["a method that HTTP does not know", `FETCH /about HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
])("%s is refused with 400", async (_, bytes) => {
  expect(await statusOf(bytes)).toBe(400);
});

test.each(["TRACE", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])(
  "%s is refused with 405 and the methods that are used",
  async (method) => {
    for (const path of ["/", "/campaigns/zakat", "/api/campaigns", "/admin/donations"]) {
      const answer = await site.ask(path, { method });
      expect([path, answer.status, answer.headers.allow]).toEqual([path, 405, "GET, HEAD, POST"]);
      expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
    }
  },
);

test("another host gets 421, except for probes and callbacks", async () => {
  const elsewhere = { Host: "evil.example" };
  expect((await site.get("/", elsewhere)).status).toBe(421);
  expect((await site.get("/api/campaigns", elsewhere)).status).toBe(421);
  expect((await site.get("/healthz", elsewhere)).status).toBe(200);
  expect((await site.get("/healthz?x=1", elsewhere)).status).toBe(200);
  const callback = { method: "POST", body: "{}", headers: elsewhere };
  expect((await site.ask("/api/callbacks/azampay/guessed", callback)).status).toBe(401);
});

const large = "a".repeat(70 * 1024);
const refusals: [
  name: string,
  status: number,
  path: string,
  headers: Record<string, string>,
  body: string,
][] = [
  ["a body that is too large", 413, "/auth", { Origin: site.url }, large],
  ["a large donation", 413, "/api/donations/mobile", {}, large],
  ["a large callback", 413, "/api/callbacks/selcom", {}, "a".repeat(300 * 1024)],
  ["a foreign form", 403, "/auth", { Origin: "https://evil.example" }, "a=1"],
  ["another host", 421, "/auth", { Host: "evil.example" }, large],
  ["a bad target", 400, "/a//b", {}, large],
  ["a method that is not used", 405, "/auth", {}, large],
  ["a post to the news", 405, "/api/live?totals=yes", { Origin: site.url }, large],
];

test.each(refusals)(
  "after %s (%i) a client can reuse the connection",
  async (_, status, path, headers, body) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      for (const chunked of [false, true]) {
        const method = status === 405 && path === "/auth" ? "PUT" : "POST";
        const refused = await ask(agent, { method, path, headers, body, chunked });
        expect(refused.status).toBe(status);
        const isApi = path.startsWith("/api/");
        expect(refused.type).toBe(isApi ? "application/json; charset=utf-8" : "text/plain; charset=utf-8");
        if (isApi) expect(JSON.parse(refused.text)).toMatchObject({ success: false });
        const next = await ask(agent, {
          method: "GET",
          path: "/healthz",
          headers: {},
          body: "",
          chunked: false,
        });
        expect(next.status).toBe(200);
      }
    } finally {
      agent.destroy();
    }
  },
);

test.each([
  ["/auth", /^This is too large to send\. Nothing was saved\..* shorten the text/],
  ["/sw/auth", /^Ulichotuma ni kikubwa mno\. Hakuna kilichohifadhiwa\..* fupisha maandishi/],
])("a form that is too large says so in its language: %s", async (path, words) => {
  const refused = await site.ask(path, { method: "POST", body: large, headers: { Origin: site.url } });
  expect([refused.status, refused.text]).toEqual([413, expect.stringMatching(words)]);
});

test("a refused request with a body closes its connection, reading nothing more", async () => {
  using connection = rawConnection(site.url);
  const hidden = get("/healthz");
  const body = large + hidden;
  connection.send(
    `POST /auth HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${site.url}\r\nContent-Length: ${body.length}\r\n\r\n${body}${hidden}`,
  );
  const received = await connection.closes();
  expect(received.match(/HTTP\/1\.1 \d{3}/g)).toEqual(["HTTP/1.1 413"]);
  expect(received).toMatch(/\r\nConnection: close\r\n/);
});

test.each([
  ["OPTIONS /api/donations/card", 405],
  ["GET /campaigns/zakat", 200],
])("bytes after %s with Connection: close get no second answer", async (line, status) => {
  using connection = rawConnection(site.url);
  connection.send(`${line} HTTP/1.1\r\nHost: ${connection.host}\r\nConnection: close\r\n\r\n{"amount": 1}`);
  const received = await connection.closes();
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
});

test("a refused request without a body keeps its connection", async () => {
  using connection = rawConnection(site.url);
  connection.send(get("/a//b") + get("/healthz"));
  const received = await connection.hears(/HTTP\/1\.1 200/);
  expect(received).toMatch(/^HTTP\/1\.1 400/);
});

test.each([
  ["/auth", "application/x-www-form-urlencoded"],
  ["/api/donations/mobile", "application/json"],
  ["/api/callbacks/azampay/secret", "application/json"],
  ["/organizer/new", "multipart/form-data; boundary=x"],
])("a form to %s without a body is answered, and so is the next request", async (path, type) => {
  using connection = rawConnection(site.url);
  connection.send(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${site.url}\r\nContent-Type: ${type}\r\n\r\n${get("/healthz")}`,
  );
  expect(await connection.hears(/HTTP\/1\.1 200/)).toMatch(/^HTTP\/1\.1 (?:303|4\d\d) /);
});

test("a client that sends Expect is refused before its body", async () => {
  const head = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${site.url}\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`;
  for (const [bytes, status] of [
    [head("/auth", 10 * 1024 * 1024), 413],
    [head("/auth", 3).replace(site.url, "https://evil.example"), 403],
    [head("/auth//x", 3), 400],
  ] as const) {
    using connection = rawConnection(site.url);
    connection.send(bytes);
    expect(await connection.hears(/\r\n\r\n/)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  }
  using connection = rawConnection(site.url);
  connection.send(head("/auth", 3));
  expect(await connection.hears(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 100 Continue/);
  connection.send("a=1");
  await connection.hears(/HTTP\/1\.1 400/);
});

test("endless chunks are cut off after the answer", async () => {
  using connection = rawConnection(site.url);
  connection.send(
    `POST /api/donations/mobile HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const chunk = Buffer.from(`100000\r\n${"a".repeat(0x100000)}\r\n`);
  for (let sent = 0; sent < 40; sent++) connection.send(chunk);
  const received = await connection.closes();
  // A cut connection can lose data that its client had not read. Data that it did read is the refusal.
  if (received !== "") expect(received).toMatch(/^HTTP\/1\.1 413/);
  expect((await site.get("/healthz")).status).toBe(200);
});

test("behind TLS pages redirect from http to https; API clients are refused", async () => {
  const plain = { Host: "fund.example", "X-Forwarded-Proto": "http" };
  const page = await secure.get("/campaigns?category=zakat", plain);
  expect([page.status, page.headers.location]).toEqual([
    308,
    "https://fund.example/campaigns?category=zakat",
  ]);
  expect((await secure.get("/api/campaigns", plain)).status).toBe(403);
  expect(
    (await secure.ask("/api/donations/mobile", { method: "POST", body: "{}", headers: plain })).status,
  ).toBe(403);
  const callback = { method: "POST", body: "{}", headers: plain };
  expect((await secure.ask("/api/callbacks/selcom", callback)).status).toBe(403);
  expect((await secure.get("/healthz", plain)).status).toBe(200);
  const encrypted = { ...plain, "X-Forwarded-Proto": "https" };
  expect((await secure.get("/campaigns", encrypted)).status).toBe(200);
});

test("an untrusted forwarded address is warned about once", async () => {
  const forwarded = { "X-Forwarded-For": "10.0.0.1" };
  await site.get("/healthz", forwarded);
  await site.get("/healthz", forwarded);
  const warnings = () => site.logs.filter(({ msg }) => msg.includes("TRUST_PROXY is 0"));
  await expect.poll(warnings).toHaveLength(1);
  await secure.get("/healthz", forwarded);
  expect(secure.logs.filter(({ msg }) => msg.includes("TRUST_PROXY"))).toEqual([]);
});

test("under TLS every cookie is bound to the host", async () => {
  const notice = Buffer.from(JSON.stringify({ tone: "info", title: "A word for one visitor" })).toString(
    "base64url",
  );
  const encrypted = { Host: "fund.example", "X-Forwarded-Proto": "https" };
  const answer = await secure.get("/", { ...encrypted, Cookie: `x=1;__Host-amana_notice=${notice}` });
  expect(answer.text).toContain("A word for one visitor");
  expect(answer.headers["set-cookie"]).toEqual([
    expect.stringMatching(/^__Host-amana_notice=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax; Secure$/),
  ]);
  const planted = await secure.get("/", { ...encrypted, Cookie: `amana_notice=${notice}` });
  expect(planted.text).not.toContain("A word for one visitor");
});

test("a cookie after a semicolon without a space makes a page private", async () => {
  const own = await site.get("/about", { Cookie: "theme=dark;amana.session=whatever" });
  expect(own.headers["cache-control"]).toBe("private, no-store");
  expect(own.headers.etag).toBeUndefined();
});

type Sent = { method: string; path: string; headers: Record<string, string>; body: string; chunked: boolean };

function ask(agent: Agent, { method, path, headers, body, chunked }: Sent) {
  const length: Record<string, string> = chunked ? {} : { "Content-Length": String(body.length) };
  const options = { agent, method, headers: { ...headers, ...(method === "GET" ? {} : length) } };
  return new Promise<{ status: number; type: string | undefined; text: string }>((resolve, reject) => {
    const sending = request(site.url + path, options, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => (text += chunk));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, type: answer.headers["content-type"], text }),
      );
    });
    sending.on("error", reject);
    sending.end(body);
  });
}
