import { availableParallelism, totalmem } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";
import { longestPassword, shortestPassword } from "#domain/accounts/roles.ts";
import { passwordProblem, type PasswordProblem } from "#domain/accounts/password.ts";
import { addressesOfHosts, asPooled, readAddress } from "#database/address.ts";
import type { S3Service } from "#storage/s3/bucket.ts";
import { readKeys } from "#storage/secret-key.ts";
import { usualWebProcesses, type Machine } from "#domain/system/capacity.ts";
import type { StartSettings } from "#domain/go-live/checks.ts";
import { collectors } from "#domain/payments/provider.ts";
import { notReadyToTakeMoney, providerSettings, providerVariables } from "#payments/environment.ts";

type Environment = Record<string, string | undefined>;
export type Config = z.output<typeof environment>;

/** One line for each wrong variable. A line never shows a value that can be a secret. */
export function readConfig(
  env: Environment,
): { ok: true; config: Config } | { ok: false; problems: string[] } {
  const settings = Object.fromEntries(
    Object.entries(env)
      .map(([name, value]) => [name, withoutQuotes(value)] as const)
      .filter(([, value]) => value?.trim()),
  );
  const parsed = environment.safeParse(settings);
  const problems = [
    ...(parsed.error?.issues ?? []).map(({ message }) => message),
    ...togetherWrong(settings),
  ];
  return parsed.success && problems.length === 0
    ? { ok: true, config: parsed.data }
    : { ok: false, problems };
}

/** A shell, systemd and Docker remove quotes around a value of a file. Podman passes them on. */
const withoutQuotes = (value: string | undefined) => /^"([^"]*)"$/.exec(value ?? "")?.[1] ?? value;

/** The settings that the list before going live shows. */
export function startSettings({ payments, providers, mail }: Config): StartSettings {
  return {
    payments,
    providers: providers.kind === "live" ? collectors.filter((name) => providers[name] !== null) : [],
    sendsMail: mail !== undefined,
  };
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const environment = z
  .object({
    PORT: z.string().default("3000").refine(isPort, wrong("PORT must be a number from 0 to 65535")),
    HOST: z.string().default("127.0.0.1"),
    PUBLIC_URL: z
      .string()
      .refine(isOrigin, wrong("PUBLIC_URL must be an address without a path, such as https://fund.example"))
      .optional(),
    WEB_PROCESSES: z
      .string()
      .refine((value) => /^[1-9]\d?$/.test(value), wrong("WEB_PROCESSES must be a number from 1 to 99"))
      .optional(),
    DRAIN_SECONDS: z
      .string()
      .refine((value) => /^(?:1?\d|20)$/.test(value), wrong("DRAIN_SECONDS must be a number from 0 to 20"))
      .optional(),
    DATA_DIR: z.string().default("data"),
    SECRET_KEY: z
      .string()
      .transform((text, context) => {
        const keys = readKeys(text);
        if (keys) return keys;
        context.addIssue({ code: "custom", message: notKeys });
        return z.NEVER;
      })
      .optional(),
    DATABASE_URL: databaseAddress("DATABASE_URL"),
    DATABASE_DIRECT_URL: databaseAddress("DATABASE_DIRECT_URL"),
    DATABASE_OWNER_URL: databaseAddress("DATABASE_OWNER_URL"),
    DATABASE_READ_URL: databaseAddress("DATABASE_READ_URL"),
    PAYMENTS: z.enum(["sandbox", "live"], wrong("PAYMENTS must be sandbox or live")).default("sandbox"),
    ...providerVariables,
    SEED: z.enum(["demo", "empty"], wrong("SEED must be demo or empty")).optional(),
    TRUST_PROXY: z.enum(["0", "1"], wrong("TRUST_PROXY must be 0 or 1")).default("0"),
    ADMIN_EMAIL: z.email("ADMIN_EMAIL must be an email address.").optional(),
    ADMIN_PASSWORD: z.string().optional(),
    SMTP_URL: z
      .string()
      .refine(isSmtpUrl, "SMTP_URL must look like smtps://user:password@mail.fund.example.")
      .optional(),
    MAIL_FROM: z
      .string()
      .refine(isSender, "MAIL_FROM must be an address, or a name and an address: Fund <fund@fund.example>.")
      .optional(),
    S3_ENDPOINT: z
      .string()
      .refine(
        isOrigin,
        wrong("S3_ENDPOINT must be an address without a path, such as https://s3.example.org"),
      )
      .optional(),
    S3_BUCKET: z
      .string()
      .refine(
        (value) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
        wrong("S3_BUCKET must be the name of a bucket"),
      )
      .optional(),
    S3_REGION: z.string().default("us-east-1"),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    MALWARE_SCANNER: z
      .string()
      .refine((text) => readScanner(text) !== null, "MALWARE_SCANNER must look like 127.0.0.1:3310.")
      .optional(),
    BREACHED_PASSWORDS_URL: z
      .string()
      .refine(
        (value) => value === "off" || isAddress(value),
        "BREACHED_PASSWORDS_URL must be an http or https address without a query or login, or off.",
      )
      .transform((url) => url.replace(/\/+$/, ""))
      .optional(),
    BACKUP_TO: z.string().optional(),
    BACKUP_RECIPIENT: z
      .string()
      .regex(
        /^age1[a-z0-9]{58}$/,
        "BACKUP_RECIPIENT must be a recipient of 62 characters that starts with age1.",
      )
      .optional(),
    REPORTING_URL: z
      .string()
      .refine(isAddress, "REPORTING_URL must be an http or https address without a query or login.")
      .transform((url) => url.replace(/\/+$/, ""))
      .optional(),
    METRICS_TOKEN: z.string().min(32, "METRICS_TOKEN must have at least 32 characters.").optional(),
    LOG_TO: z.enum(["file", "stdout"], wrong("LOG_TO must be file or stdout")).default("file"),
    LOG_LEVEL: z.enum(logLevels, wrong(`LOG_LEVEL must be one of ${logLevels.join(", ")}`)).default("info"),
  })
  .transform((env) => ({
    port: Number(env.PORT),
    host: env.HOST,
    webProcesses: Number(env.WEB_PROCESSES ?? usualWebProcesses(thisMachine())),
    drainSeconds: Number(env.DRAIN_SECONDS ?? 0),
    publicUrl: env.PUBLIC_URL && new URL(env.PUBLIC_URL).origin,
    dataDir: resolve(env.DATA_DIR),
    secretKeys: env.SECRET_KEY,
    databaseUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    poolerUrl: env.DATABASE_URL && env.DATABASE_DIRECT_URL && asPooled(env.DATABASE_URL),
    replicaUrl: env.DATABASE_READ_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    payments: env.PAYMENTS,
    providers: providerSettings(env.PAYMENTS, env),
    seed: env.SEED ?? (env.PAYMENTS === "live" ? ("empty" as const) : ("demo" as const)),
    trustProxy: env.TRUST_PROXY === "1",
    admin:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD
        ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
        : undefined,
    mail:
      env.SMTP_URL && env.MAIL_FROM ? { smtpUrl: env.SMTP_URL, from: readSender(env.MAIL_FROM) } : undefined,
    ...readS3(env),
    scanner: env.MALWARE_SCANNER === undefined ? null : readScanner(env.MALWARE_SCANNER),
    breachedPasswordsUrl: breachedPasswordsUrl(env),
    backupTo: env.BACKUP_TO,
    backupRecipient: env.BACKUP_RECIPIENT,
    reportingUrl: env.REPORTING_URL,
    metricsToken: env.METRICS_TOKEN,
    logTo: env.LOG_TO,
    logLevel: env.LOG_LEVEL,
  }));

function databaseAddress(name: string) {
  return z
    .string()
    .transform((text, context) => {
      const address = readAddress(text);
      if (address !== null) return address;
      const example = "postgres://user:password@host:5432/name, or host:5432,host:5432 for several hosts";
      context.addIssue({ code: "custom", message: `${name} must look like ${example}.` });
      return z.NEVER;
    })
    .optional();
}

/** The address of clamd. */
function readScanner(text: string): { host: string; port: number } | null {
  const [, host, port] = /^([a-z0-9.-]+):(\d{1,5})$/i.exec(text) ?? [];
  return host !== undefined && Number(port) >= 1 && Number(port) <= 65_535
    ? { host, port: Number(port) }
    : null;
}

type ServiceVariables = {
  S3_ENDPOINT?: string | undefined;
  S3_REGION: string;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
};

/** `s3` is the bucket of pictures and documents. A service without a bucket is for backups only. */
function readS3(env: ServiceVariables & { S3_BUCKET?: string | undefined }) {
  const s3Service = readS3Service(env);
  const s3 = s3Service && env.S3_BUCKET ? { ...s3Service, bucket: env.S3_BUCKET } : undefined;
  return { s3Service, s3 };
}

function readS3Service(env: ServiceVariables): S3Service | undefined {
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!endpoint || !accessKeyId || !secretAccessKey) return undefined;
  return { endpoint: new URL(endpoint).origin, region, accessKeyId, secretAccessKey };
}

/** The public service, for live payments only: a demonstration calls nothing outside of its machine. */
function breachedPasswordsUrl(env: {
  PAYMENTS: "sandbox" | "live";
  BREACHED_PASSWORDS_URL?: string | undefined;
}): string | null {
  const url = env.BREACHED_PASSWORDS_URL;
  if (url === "off") return null;
  return url ?? (env.PAYMENTS === "live" ? "https://api.pwnedpasswords.com/range" : null);
}

/** A container may use less than its machine has. */
export function thisMachine(): Machine {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return { cores: availableParallelism(), memory };
}

function togetherWrong(env: Environment): string[] {
  const problems = [];
  if (env["PAYMENTS"] === "live") problems.push(...notReadyToTakeMoney(env));
  if (env["PAYMENTS"] === "live" && env["SEED"] === "demo") {
    problems.push("SEED=demo adds invented donations, and PAYMENTS=live does not allow them. Remove SEED.");
  }
  if (env["PAYMENTS"] === "live" && env["REPORTING_URL"]?.startsWith("http:"))
    problems.push("REPORTING_URL must be https with PAYMENTS=live.");
  if (env["PAYMENTS"] === "live" && env["BREACHED_PASSWORDS_URL"]?.startsWith("http:"))
    problems.push("BREACHED_PASSWORDS_URL must be https with PAYMENTS=live.");
  problems.push(...databaseProblems(env));
  problems.push(...bucketProblems(env));
  if (Boolean(env["ADMIN_EMAIL"]) !== Boolean(env["ADMIN_PASSWORD"])) {
    problems.push(
      "ADMIN_EMAIL and ADMIN_PASSWORD must be set together, or not at all. They create the first admin.",
    );
  }
  const password = env["ADMIN_PASSWORD"];
  const problem = password && passwordProblem(password, ["admin", env["ADMIN_EMAIL"] ?? ""]);
  if (problem) problems.push(adminPasswordFault(problem));
  if (Boolean(env["SMTP_URL"]) !== Boolean(env["MAIL_FROM"])) {
    problems.push("SMTP_URL and MAIL_FROM must be set together, or not at all.");
  }
  return problems;
}

const databaseVariables = ["DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_OWNER_URL", "DATABASE_READ_URL"];

function databaseProblems(env: Environment): string[] {
  const problems = [];
  if (env["DATABASE_OWNER_URL"] && !env["DATABASE_URL"]) {
    problems.push("DATABASE_OWNER_URL needs DATABASE_URL as well: the URL of the site's database role.");
  }
  if (env["DATABASE_DIRECT_URL"] && !env["DATABASE_URL"]) {
    problems.push("DATABASE_DIRECT_URL needs DATABASE_URL as well: the URL of the pooler.");
  }
  if (env["DATABASE_READ_URL"] && !env["DATABASE_URL"]) {
    problems.push("DATABASE_READ_URL needs DATABASE_URL as well: the URL of the primary.");
  }
  // One connection would prove what it has replayed, and another one would read.
  if (addressesOfHosts(readAddress(env["DATABASE_READ_URL"] ?? "") ?? "postgres:///").length > 1) {
    problems.push("DATABASE_READ_URL must name one standby. Other nodes can name another one.");
  }
  for (const name of databaseVariables) {
    if (env["PAYMENTS"] !== "live" || !crossesNetworkInClear(env[name] ?? "")) continue;
    problems.push(
      `${name} names another machine. PAYMENTS=live needs TLS: add ?sslmode=verify-full at the end.`,
    );
  }
  return problems;
}

function bucketProblems(env: Environment): string[] {
  const names = ["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length && !env["S3_BUCKET"] && !env["BACKUP_TO"]?.startsWith("s3:")) return [];
  const problems = missing.map(
    (name) => `${name} is missing. S3_BUCKET, and BACKUP_TO with s3://, need ${names.join(", ")}.`,
  );
  const { protocol, hostname } = URL.parse(env["S3_ENDPOINT"] ?? "") ?? {};
  if (env["PAYMENTS"] === "live" && protocol === "http:" && !isThisMachine(hostname ?? ""))
    problems.push(
      "S3_ENDPOINT must be https with PAYMENTS=live. Bank slips would cross the network in clear text.",
    );
  return problems;
}

/** The message never shows the password. */
export function adminPasswordFault(problem: PasswordProblem): string {
  switch (problem) {
    case "too-short":
    case "under-twelve":
    case "too-long":
      return `ADMIN_PASSWORD must have ${shortestPassword} to ${longestPassword} characters.`;
    case "too-common":
      return "ADMIN_PASSWORD is a common password. Choose another one.";
    case "two-common":
      return "ADMIN_PASSWORD consists of two common words. Choose another one.";
    case "own-name":
      return "ADMIN_PASSWORD contains the name or email of the account or the fund. Choose another one.";
    case "breached":
      return "ADMIN_PASSWORD is known from a data breach. Choose another one.";
  }
}

const notKeys =
  "SECRET_KEY must be 32 random bytes in base64 (openssl rand -base64 32), or several such keys separated by commas.";

function wrong(rule: string) {
  return { error: ({ input }: { input?: unknown }) => `${rule}, not "${String(input)}".` };
}

function isPort(value: string): boolean {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65_535;
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

function isAddress(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.search + url.hash + url.username + url.password === "";
}

function crossesNetworkInClear(value: string): boolean {
  const address = readAddress(value);
  if (address === null) return false;
  return addressesOfHosts(address).some((each) => {
    const { searchParams, hostname } = new URL(each);
    // The driver prefers a host in the query. A host that begins with a slash is a socket.
    const host = searchParams.get("host") ?? hostname;
    if (host.startsWith("/") || isThisMachine(host)) return false;
    return !["require", "verify-ca", "verify-full"].includes(searchParams.get("sslmode") ?? "");
  });
}

const isThisMachine = (host: string) => ["", "localhost", "127.0.0.1", "::1", "[::1]"].includes(host);

function isSmtpUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "";
}

function isSender(value: string): boolean {
  const { name, address } = readSender(value);
  return z.email().safeParse(address).success && !/[<>"\p{Cc}]/u.test(name);
}

function readSender(value: string): { name: string; address: string } {
  const [, name = "", address = value] = /^(.*)<([^<>]*)>$/.exec(value.trim()) ?? [];
  return { name: name.trim(), address: address.trim() };
}
