import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, afterEach, expect, inject } from "vitest";
import type { Kysely } from "kysely";
import { z } from "zod";
import { saveSecondStepRule } from "#operations/accounts/second-step/require.ts";
import type { Load } from "#domain/system/admission.ts";
import { openDatabase } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import { sendRequest, type Answer, type RequestOptions } from "./send-request.ts";
import { secretKey } from "./secret-key.ts";
import { testDatabase, webUrlFor, type Kind } from "#tests/support/database/open.ts";
import { inheritedEnvironment } from "./inherited-environment.ts";

const logShape = z.looseObject({
  level: z.number(),
  msg: z.string(),
  path: z.string().optional(),
  err: z.looseObject({ message: z.string() }).optional(),
});

export type { Answer };

type LogLine = z.infer<typeof logShape>;

type Options = {
  kind?: Kind;
  /** An existing database, for a second node. */
  databaseUrl?: string;
  environment?: Record<string, string>;
};

export type Site = {
  url: string;
  /** The owner's URL. The site itself uses its own role. */
  databaseUrl: string;
  db: Kysely<Tables>;
  logs: LogLine[];
  ask(path: string, options?: RequestOptions): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Allows server errors that match. All other errors fail the test. */
  expectErrors(wording: RegExp): void;
  /** In megabytes, after garbage collection. */
  memory(): Promise<{ resident: number; heap: number }>;
  setLoad(load: Load): Promise<void>;
  stop(): Promise<void>;
};

const error = 50;

/**
 * The built server in a separate process with a new database. Call it at the top of a test file. It stops after the
 * last test. A logged error fails the current test.
 */
export async function testSite({
  kind = "demo",
  databaseUrl,
  environment = {},
}: Options = {}): Promise<Site> {
  const database = databaseUrl
    ? { url: databaseUrl, webUrl: await webUrlFor(databaseUrl), close: async () => {} }
    : await testDatabase(kind);
  const records = openDatabase(database.url, { poolSize: 4 });
  if (kind === "empty" && !databaseUrl) await saveSecondStepRule(records.readWrite, false);
  const server = startServer(database.webUrl, environment);
  const url = await server.listening;
  const expected: RegExp[] = [];
  let stopped: Promise<void> | undefined;

  function noUnexpectedErrors() {
    const unexpected = server.logs.filter(
      ({ level, msg }) => level >= error && !expected.some((each) => each.test(msg)),
    );
    expect(unexpected.map(inOneLine), "errors that the server logged").toEqual([]);
  }

  async function ask(path: string, options?: RequestOptions): Promise<Answer> {
    const answer = await sendRequest(url, path, options);
    if (answer.status === 429 && !(Number(answer.headers["retry-after"]) > 0))
      throw new Error(`429 without Retry-After: ${path}`);
    return answer;
  }

  const site: Site = {
    url,
    databaseUrl: database.url,
    db: records.readWrite,
    logs: server.logs,
    ask,
    get: (path, headers = {}) => ask(path, { headers }),
    expectErrors: (wording) => void expected.push(wording),
    memory: server.memory,
    setLoad: server.setLoad,
    stop: () =>
      (stopped ??= server.stop().then(async () => {
        await records.close();
        await database.close();
        noUnexpectedErrors();
      })),
  };
  afterEach(noUnexpectedErrors);
  afterAll(site.stop);
  return site;
}

const memoryHeld = z.tuple([z.object({ resident: z.number(), heap: z.number() }), z.unknown()]);
const firstMessage = z.tuple([z.object({ url: z.string() }), z.unknown()]);

function startServer(databaseUrl: string, environment: Record<string, string>) {
  const child = fork(new URL("serve.ts", import.meta.url), {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...inheritedEnvironment,
      DATABASE_URL: databaseUrl,
      DATA_DIR: inject("scratch"),
      SECRET_KEY: secretKey,
      PORT: "0",
      NODE_ENV: "production",
      LOG_LEVEL: "info",
      ...environment,
    },
  });
  const logs: LogLine[] = [];
  let output = "";
  const readers = [child.stdout, child.stderr].flatMap((stream) =>
    stream ? [createInterface({ input: stream })] : [],
  );
  for (const reader of readers)
    reader.on("line", (line) => {
      const parsed = parseLine(line);
      if (parsed) logs.push(parsed);
      // The server should write nothing but log lines.
      else logs.push({ level: error, msg: line });
      output += `${line}\n`;
    });

  const listening = Promise.race([
    once(child, "message").then((message) => firstMessage.parse(message)[0].url),
    once(child, "exit").then(() => {
      throw new Error(`the server ended before it listened:\n${output}`);
    }),
  ]);
  const memory = async () => {
    child.send("used");
    return memoryHeld.parse(await once(child, "message"))[0];
  };
  const setLoad = async (load: Load) => {
    child.send(load);
    await once(child, "message");
  };
  return { logs, listening, memory, setLoad, stop: () => stopChild(child) };
}

const inOneLine = ({ msg, path, err }: LogLine) => [msg, path, err?.message].filter(Boolean).join(" · ");

function parseLine(line: string): LogLine | undefined {
  if (!line.startsWith("{")) return undefined;
  const parsed = logShape.safeParse(JSON.parse(line));
  return parsed.success ? parsed.data : undefined;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill("SIGTERM");
  await closed;
}
