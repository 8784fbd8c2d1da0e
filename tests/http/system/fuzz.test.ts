import { once } from "node:events";
import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { expectSoundLedger, newPhone } from "#tests/support/donations/begin.ts";
import { jsonOf, withGateways } from "#tests/support/payments/gateway-site.ts";
import { testSite } from "#tests/support/server/site.ts";

// Fuzzes the payment routes: no 5xx, no stack, no unhandled rejection (the site would log it as an error).

const site = await testSite();
const gateways = withGateways(site);
afterAll(async () => {
  await expectSoundLedger(gateways.db);
  await gateways.close();
});

const full = process.env["FULL_MATRIX"] !== undefined;
const seed = Number(process.env["SEED"] ?? 20_261_121);

/** Values that have broken programs before. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      "",
      " ",
      "0",
      "-0",
      "-1",
      "1e3",
      "1,000",
      "20000.5",
      "٢٠٠٠٠",
      "NaN",
      "Infinity",
      "null",
      "true",
      "0x10",
    ],
    ...[
      "\u0000",
      "a\u0000b",
      "\ud800",
      "\u202e",
      "😀".repeat(200),
      "x".repeat(10_000),
      "__proto__",
      "'; --",
      "%00",
    ],
    ...[
      "../../etc/passwd",
      "${7*7}",
      "<script>alert(1)</script>",
      "a@b",
      "a@b.c\r\nBcc: x@y.z",
      "255712345678\n",
    ],
    ...[
      0,
      -0,
      -1,
      0.1,
      1e21,
      Number.MAX_SAFE_INTEGER,
      "9007199254740993",
      null,
      true,
      false,
      [],
      {},
      [[]],
      { $gt: 0 },
    ],
    ...[["20000"], { toString: "x" }, { ["__proto__"]: { status: "completed" } }],
  ),
  fc.string({ unit: "binary" }),
  fc.anything(),
);

/** A valid body with some fields damaged, doubled, removed or added, or an unrelated body. */
function spoilt(good: () => Record<string, unknown>): fc.Arbitrary<string> {
  const change = fc.tuple(fc.nat(), nasty, fc.constantFrom("replace", "remove", "double", "add"));
  const changed = fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    const members = Object.entries(good()).map(([name, value]) => [name, json(value)] as const);
    for (const [at, value, how] of changes) {
      const place = at % members.length;
      const [name] = members[place] ?? ["x"];
      if (how === "replace") members[place] = [name, json(value)];
      if (how === "remove" && members.length > 1) members.splice(place, 1);
      if (how === "double") members.push([name, json(value)]);
      if (how === "add") members.push([json(value).slice(0, 50), json(value)]);
    }
    return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
  });
  const half = fc.tuple(changed, fc.nat()).map(([body, end]) => body.slice(0, end % (body.length + 1)));
  return fc.oneof({ weight: 6, arbitrary: changed }, half, fc.json(), fc.string({ unit: "binary" }), deep);
}

const deep = fc.nat(20_000).map((depth) => "[".repeat(depth) + "]".repeat(depth));

function json(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch {
    return "null";
  }
}

const person = { name: "Asha Juma", email: "asha@example.org" };
const mobile = () => ({
  ...{ campaignId: "zakat", amount: 20_000, currency: "TZS", provider: "Tigo", phoneNumber: newPhone() },
  ...{ ...person, message: "", isAnonymous: false, isAlumni: false, graduationYear: "", language: "en" },
});
const order = () => ({
  ...{ campaign_id: "zakat", amount: "30000", currency: "TZS", buyer_phone: newPhone() },
  ...{ buyer_name: "Asha Juma", buyer_email: "asha@example.org" },
});

const known = jsonOf(await gateways.byMobile());
const payment = await gateways.payment(known.externalId ?? "");
const azampay = () => ({
  ...{ utilityref: payment.reference, reference: payment.provider_reference, transactionstatus: "success" },
  ...{ message: "success", operator: "Tigo", amount: "20000", msisdn: payment.phone, signature: "AAAA" },
  ...{
    externalreference: payment.provider_reference,
    transid: payment.provider_reference,
    mnoreference: "X",
  },
});
const selcom = () => ({
  ...{ result: "SUCCESS", resultcode: "000", order_id: payment.reference, transid: "DIK1X2R6BW" },
  ...{ reference: "0281121212", amount: "20000", phone: "255712345678", payment_status: "COMPLETED" },
});

const bodies: [address: string, good: () => Record<string, unknown>][] = [
  ["/api/donations/mobile", mobile],
  ["/api/donations/order", order],
  ["/api/donations/card", gateways.card],
  [`/api/callbacks/azampay/${gateways.secrets.callback}`, azampay],
  ["/api/callbacks/azampay/a-stranger", azampay],
  ["/api/callbacks/selcom", selcom],
];

/** PostgreSQL stores every character except this one. */
function withNothing(good: () => Record<string, unknown>): string[] {
  const inEachField = Object.keys(good()).map((name) => JSON.stringify({ ...good(), [name]: "a\u0000b" }));
  return ["\u0000", ...inEachField];
}

const headers = fc.record(
  {
    "content-type": fc.constantFrom(
      "application/json",
      "text/plain",
      "application/x-www-form-urlencoded",
      "x/y;;",
    ),
    "idempotency-key": fc.oneof(
      fc.constantFrom("same", "x".repeat(256), "ä", " "),
      fc.string({ unit: fc.constantFrom("a", "b", "1") }),
    ),
    digest: fc.string({ unit: "grapheme-ascii" }),
    timestamp: fc.oneof(fc.constant(new Date().toISOString()), fc.string({ unit: "grapheme-ascii" })),
    "signed-fields": fc.constantFrom(
      "",
      "transid",
      "transid,order_id,reference,result,resultcode,payment_status",
    ),
    "accept-language": fc.string({ unit: "grapheme-ascii" }),
  },
  { requiredKeys: [] },
);

const method = fc.constantFrom(
  "POST",
  "POST",
  "POST",
  "POST",
  "POST",
  "PUT",
  "DELETE",
  "PATCH",
  "GET",
  "OPTIONS",
);

test.each(bodies)(
  "no request body breaks a payment route (%#)",
  { timeout: 1_200_000 },
  async (address, good) => {
    const memory = watchMemory(address);
    const examples = withNothing(good).map((text): [string, string, object] => ["POST", text, {}]);
    await fc.assert(
      fc.asyncProperty(method, spoilt(good), headers, async (how, text, named) => {
        const answer = await site.ask(address, {
          method: how,
          body: how === "GET" ? "" : text,
          headers: clean(named),
        });
        expect(answer.status, answer.text).toBeLessThan(500);
        expect(answer.text).not.toMatch(/at .*:\d+:\d+/);
        await memory.count();
      }),
      { numRuns: full ? 10_000 : 150, seed, examples },
    );
    await memory.end();
  },
);

/** Skips input that HTTP itself does not allow. */
function clean(named: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, value.replaceAll(/[^\x20-\x7e]/g, "")]));
}

const warmUp = 2_000;

/** Memory after warm-up and at the end. Reported and compared in the long form only. */
function watchMemory(what: string) {
  let sent = 0;
  let warm = { resident: 0, heap: 0 };
  return {
    async count(): Promise<void> {
      sent += 1;
      if (full && sent === warmUp) warm = await memoryOfOurs();
    },
    async end(): Promise<void> {
      if (!full) return;
      const last = await memoryOfOurs();
      const drift = `heap ${warm.heap} to ${last.heap} MB, resident ${warm.resident} to ${last.resident} MB`;
      console.log(`${what}: ${sent} requests; from the ${warmUp}th to the last, ${drift}`);
      expect(last.heap).toBeLessThan(warm.heap * 1.1);
    },
  };
}

/** Excludes the sandbox gateways' memory of every payment: they run in the same process. */
async function memoryOfOurs() {
  await gateways.administer("reset");
  return site.memory();
}

const paths = ["/api/donations/", "/api/payments/selcom/return/", "/api/statistics/", "/donations/"];

test.each(paths)("no request to %s… breaks it", { timeout: 1_200_000 }, async (path) => {
  const part = fc.oneof(
    fc.constantFrom(
      known.externalId ?? "",
      payment.reference,
      "%00",
      "%ff",
      "%ED%A0%80",
      "..%2f",
      "%",
      "a%0d%0ab",
    ),
    fc.string({ unit: "binary" }).map((text) => encodeURIComponent(text.toWellFormed())),
  );
  const query = fc.webQueryParameters();
  const memory = watchMemory(path);
  await fc.assert(
    fc.asyncProperty(part, query, async (name, parameters) => {
      const answer = await site.get(`${path}${name}?${parameters}`);
      expect(answer.status, answer.text).toBeLessThan(500);
      await memory.count();
    }),
    { numRuns: full ? 10_000 : 60, seed },
  );
  await memory.end();
});

test("invalid HTTP and interrupted requests get 400 or a closed connection", async () => {
  const { hostname, port, host } = new URL(site.url);
  const head = `POST /api/callbacks/selcom HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 500\r\n\r\n{"order_id"`;
  const raw = fc.oneof(
    fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
    fc.nat(head.length).map((end) => Buffer.from(head.slice(0, end))),
    fc.tuple(fc.nat(head.length - 1), fc.nat(255)).map(([at, byte]) => {
      const bytes = Buffer.from(head);
      bytes[at] = byte;
      return bytes;
    }),
  );
  const memory = watchMemory("raw bytes");
  await fc.assert(
    fc.asyncProperty(raw, async (bytes) => {
      const socket = connect(Number(port), hostname);
      const chunks: Buffer[] = [];
      socket.on("data", (chunk: Buffer) => chunks.push(chunk));
      socket.on("error", () => undefined);
      socket.end(bytes);
      await once(socket, "close");
      expect(Buffer.concat(chunks).toString("latin1")).not.toMatch(/^HTTP\/1\.1 5/);
      await memory.count();
    }),
    { numRuns: full ? 10_000 : 200, seed },
  );
  await memory.end();
  expect((await site.get("/healthz")).status).toBe(200);
});
