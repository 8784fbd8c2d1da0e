import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { fieldsOf } from "#tests/support/content/form-fields.ts";
import { testDatabase } from "#tests/support/database/open.ts";
import { isRunning, launch, stop, type Launched } from "#tests/support/server/launch.ts";
import { secretKey } from "#tests/support/server/secret-key.ts";
import { sendRequest, type RequestOptions } from "#tests/support/server/send-request.ts";

type Node = { url: string; ask: (path: string, options?: RequestOptions) => ReturnType<typeof sendRequest> };

let database: Awaited<ReturnType<typeof testDatabase>>;
const folders: string[] = [];
const launched: Launched[] = [];
const nodes: Node[] = [];

beforeAll(async () => {
  database = await testDatabase("demo");
  await makePerson(database.url, "juma", "staff");
  await makePerson(database.url, "asha", "admin");
  await makePerson(database.url, "neema", "admin");
  for (const _ of ["first", "second"]) {
    const folder = await mkdtemp(join(tmpdir(), "amana-storm-"));
    folders.push(folder);
    const amana = launch({
      ...{ DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY: secretKey },
      ...{ WEB_PROCESSES: "2", TRUST_PROXY: "1" },
    });
    launched.push(amana);
    const url = await isRunning(amana);
    nodes.push({ url, ask: (path, options) => sendRequest(url, path, options) });
  }
});

afterAll(async () => {
  await Promise.all(launched.map(stop));
  await database.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** The kernel chooses a web process for each new connection. One process gets all of them once in a million times. */
const connections = 20;

/** Whether each answer of both nodes has the text. Both web processes of each node answer some of them. */
async function shows(path: string, text: string): Promise<boolean[]> {
  const asked = nodes.flatMap(({ ask }) => Array.from({ length: connections }, () => ask(path)));
  return [...new Set((await Promise.all(asked)).map((answer) => answer.text.includes(text)))];
}

const begunShape = z.looseObject({ externalId: z.string() });
const statusShape = z.looseObject({ status: z.string() });
let donors = 0;

/** Resolves after the donation is completed, or when the storm is over. */
async function donate({ ask }: Node, { signal }: AbortController): Promise<void> {
  donors += 1;
  const { text } = await ask("/api/donations/mobile", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": `203.0.113.${donors % 250}` },
    body: JSON.stringify({
      ...{ campaignId: "conference-center", amount: 20_000, currency: "TZS", provider: "Tigo" },
      ...{ name: "Asha Juma", email: "asha@example.org" },
      phoneNumber: `0655${String(donors).padStart(6, "0")}`,
    }),
  });
  const { externalId } = begunShape.parse(JSON.parse(text));
  for (let status = "pending"; status !== "completed" && !signal.aborted;) {
    const answer = await ask(`/api/donations/${externalId}`);
    ({ status } = statusShape.parse(JSON.parse(answer.text)));
    expect(["pending", "completed"]).toContain(status);
  }
}

const promptsShape = z.array(
  z.looseObject({ gateway: z.string(), reference: z.string(), status: z.string() }),
);

/** The owners of this node's simulated phones. Its callbacks come over HTTP. */
async function approveAll({ ask }: Node): Promise<void> {
  const prompts = promptsShape.parse(JSON.parse((await ask("/sandbox/_admin/payments")).text));
  const administer = async (path: string, body: object) => {
    const answer = await ask(`/sandbox/_admin/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.status, answer.text).toBeLessThan(300);
  };
  for (const { gateway, reference, status } of prompts)
    if (status === "waiting") await administer("decide", { gateway, reference, decision: "approve" });
  await administer("deliver", {});
}

const readPages = ["/", "/sw", "/campaigns", "/campaigns/zakat", "/campaigns/conference-center"];

/** Donors donate and visitors read on both nodes until it ends. Each failure ends the test. */
function startStorm() {
  const over = new AbortController();
  const settled = nodes.map(() => 0);
  const repeat = async (work: () => Promise<void>) => {
    while (!over.signal.aborted) await work();
  };
  const working = nodes.flatMap((node, at) => [
    ...Array.from({ length: 3 }, () =>
      repeat(async () => {
        await donate(node, over);
        settled[at] = (settled[at] ?? 0) + 1;
      }),
    ),
    repeat(() => approveAll(node)),
    ...Array.from({ length: 2 }, () =>
      repeat(async () => {
        for (const path of readPages) expect((await node.ask(path)).status, path).toBe(200);
      }),
    ),
  ]);
  const failed = Promise.all(working);
  failed.catch(() => over.abort());
  return {
    /** Resolves after each node has settled this many more donations. */
    async settle(more: number): Promise<void> {
      const aim = settled.map((count) => count + more);
      await expect
        .poll(() => over.signal.aborted || settled.every((count, at) => count >= (aim[at] ?? 0)))
        .toBe(true);
    },
    async end(): Promise<void> {
      over.abort();
      await failed;
    },
  };
}

type Form = { node: Node | undefined; path: string; cookie: string };

/** The form as the browser has it, sent with other values. */
async function save({ node, path, cookie }: Form, typed: Record<string, string>) {
  if (!node) throw new Error("no node");
  const opened = await node.ask(path, { headers: { Cookie: cookie } });
  return postForm(node, path, { ...fieldsOf(opened.text), ...typed }, { Cookie: cookie });
}

async function press({ node, path, cookie }: Form, fields: Record<string, string>, button: string) {
  if (!node) throw new Error("no node");
  const opened = await node.ask(path, { headers: { Cookie: cookie } });
  expect(opened.text).toContain(button);
  return postForm(node, path, fields, { Cookie: cookie });
}

test("what staff save shows in the next answer of every process during a storm", async () => {
  const [first, second] = nodes;
  if (!first || !second) throw new Error("no nodes");
  const juma = await signIn(first, "juma");
  const asha = await signIn(first, "asha");
  const neema = await signIn(second, "neema");
  const storm = startStorm();
  try {
    await storm.settle(2);
    expect(await shows("/", "Written in the storm")).toEqual([false]);
    const texts = { "title.en": "Written in the storm", "title.sw": "Imeandikwa katika dhoruba" };
    const saved = await save({ node: first, path: "/admin/hero", cookie: juma }, texts);
    expect(saved.status).toBe(303);
    expect(await shows("/", "Written in the storm")).toEqual([true]);
    expect(await shows("/sw", "Imeandikwa katika dhoruba")).toEqual([true]);

    await storm.settle(2);
    expect(await shows("/campaigns/zakat", "This campaign is completed")).toEqual([false]);
    const list = { node: second, path: "/admin/campaigns", cookie: juma };
    const closing = { id: "zakat", was: "active", intent: "completed" };
    expect((await press(list, closing, 'value="completed" aria-label="Complete ')).status).toBe(303);
    expect(await shows("/campaigns/zakat", "This campaign is completed")).toEqual([true]);

    await storm.settle(2);
    const account = "0150 777 111";
    const details = { node: first, path: "/admin/bank-details", cookie: asha };
    const asked = await save(details, { accountNumber: account, reason: "The bank gave us a new number" });
    const request = String(asked.headers.location);
    expect([asked.status, request]).toEqual([303, expect.stringMatching(/^\/admin\/approvals\/\d+$/)]);
    expect(await shows("/", account)).toEqual([false]);
    const decision = { node: second, path: request, cookie: neema };
    expect((await press(decision, { decision: "approve" }, ">Approve<")).status).toBe(303);
    expect(await shows("/", account)).toEqual([true]);
    expect(await shows("/sw", account)).toEqual([true]);
    await storm.settle(2);
  } finally {
    await storm.end();
  }
});
