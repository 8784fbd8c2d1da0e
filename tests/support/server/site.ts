import { afterAll, afterEach, expect, inject } from "vitest";
import type { Kysely } from "kysely";
import { z } from "zod";
import { saveSecondStepRule } from "#operations/accounts/second-step/require.ts";
import type { Load } from "#domain/system/admission.ts";
import { openDatabase, withOptions } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import { sendRequest, type Answer, type RequestOptions } from "./send-request.ts";
import { patience } from "#tests/support/patience.ts";
import { secretKey } from "./secret-key.ts";
import { testDatabase, webUrlFor, type Kind } from "#tests/support/database/open.ts";
import { takeSiteProcess } from "./site-process.ts";

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
  /** No lock or statement has a limit that a busy machine reaches. */
  isPatient?: boolean;
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

const withoutLimits = ["lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"]
  .map((limit) => `-c ${limit}=${patience}`)
  .join(" ");

/**
 * The built server in a separate process with a new database. Call it at the top of a test file. It stops after the
 * last test, and its process serves the next file. A logged error fails the current test.
 */
export async function testSite({
  kind = "demo",
  databaseUrl,
  isPatient = false,
  environment = {},
}: Options = {}): Promise<Site> {
  const database = databaseUrl
    ? { url: databaseUrl, webUrl: await webUrlFor(databaseUrl), close: async () => {} }
    : await testDatabase(kind);
  const patient = (url: string) => (isPatient ? withOptions(url, withoutLimits) : url);
  const records = openDatabase(patient(database.url), { poolSize: 4, longestWait: patience });
  if (kind === "empty" && !databaseUrl) await saveSecondStepRule(records.readWrite, false);
  const server = startServer(patient(database.webUrl), environment);
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

const opened = z.object({ url: z.string() });
const memoryHeld = z.object({ resident: z.number(), heap: z.number() });
const loadSet = z.object({ load: z.string() });

function startServer(databaseUrl: string, environment: Record<string, string>) {
  const logs: LogLine[] = [];
  // The server should write nothing but log lines.
  const own = takeSiteProcess((line) => void logs.push(parseLine(line) ?? { level: error, msg: line }));
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: inject("scratch"),
    SECRET_KEY: secretKey,
    PORT: "0",
    LOG_LEVEL: "info",
    ...environment,
  };
  return {
    logs,
    listening: own.send({ kind: "open", environment: settings }, opened).then(({ url }) => url),
    memory: () => own.send({ kind: "measure" }, memoryHeld),
    setLoad: async (load: Load) => void (await own.send({ kind: "load", load }, loadSet)),
    stop: own.close,
  };
}

const inOneLine = ({ msg, path, err }: LogLine) => [msg, path, err?.message].filter(Boolean).join(" · ");

function parseLine(line: string): LogLine | undefined {
  if (!line.startsWith("{")) return undefined;
  const parsed = logShape.safeParse(JSON.parse(line));
  return parsed.success ? parsed.data : undefined;
}
