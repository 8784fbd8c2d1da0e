import { expect, test } from "vitest";
import { readConfig } from "#config";

const selcom = {
  ...{
    PUBLIC_URL: "https://fund.example",
    SELCOM_BASE_URL: "https://apigw.example",
    SELCOM_API_KEY: "key",
  },
  ...{ SELCOM_API_SECRET: "secret", SELCOM_VENDOR: "TILL60000001" },
};

test("all settings are optional", () => {
  expect(readConfig({})).toMatchObject({
    ok: true,
    config: { port: 3000, host: "127.0.0.1", payments: "sandbox", seed: "demo", trustProxy: false },
  });
});

test("WEB_PROCESSES is a number of processes", () => {
  expect(readConfig({ WEB_PROCESSES: "3" })).toMatchObject({ ok: true, config: { webProcesses: 3 } });
  for (const wrong of ["0", "-1", "two", "1000"])
    expect(readConfig({ WEB_PROCESSES: wrong })).toMatchObject({
      problems: [expect.stringMatching(/^WEB_PROCESSES must be/)],
    });
});

test("an empty value counts as not set", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: " " })).toMatchObject({ ok: true, config: { port: 3000 } });
});

test("quotes around a value are no part of it", () => {
  const quoted = {
    MAIL_FROM: '"Fund <fund@fund.example>"',
    SMTP_URL: "smtp://mail.fund.example",
    PORT: '""',
  };
  expect(readConfig(quoted)).toMatchObject({
    config: { port: 3000, mail: { from: { name: "Fund", address: "fund@fund.example" } } },
  });
});

test("every problem is listed in one line", () => {
  const read = readConfig({
    PORT: "99999",
    PUBLIC_URL: "https://fund.example/amana",
    DATABASE_URL: "mysql://fund",
    PAYMENTS: "real",
    SEED: "full",
    TRUST_PROXY: "yes",
    ADMIN_EMAIL: "admin",
    ADMIN_PASSWORD: "short",
    LOG_TO: "cloud",
    LOG_LEVEL: "loud",
  });
  expect(read.ok ? [] : read.problems.map((line) => line.split(" ")[0])).toEqual([
    "PORT",
    "PUBLIC_URL",
    "DATABASE_URL",
    "PAYMENTS",
    "SEED",
    "TRUST_PROXY",
    "ADMIN_EMAIL",
    "LOG_TO",
    "LOG_LEVEL",
    "ADMIN_PASSWORD",
  ]);
});

test("the owner's database URL needs the site's URL", () => {
  const owner = "postgres://owner:hunter2@db/fund";
  const alone = readConfig({ DATABASE_OWNER_URL: owner });
  expect(alone.ok ? [] : alone.problems).toEqual([
    expect.stringMatching(/^DATABASE_OWNER_URL needs DATABASE_URL/),
  ]);
  const both = { DATABASE_OWNER_URL: owner, DATABASE_URL: "postgres://web:word@db/fund" };
  expect(readConfig(both)).toMatchObject({ ok: true, config: { databaseOwnerUrl: owner } });
});

test("several hosts of the database become one address", () => {
  const read = readConfig({
    DATABASE_URL: "postgres://web:word@a:5433,b/fund?target_session_attrs=read-write",
  });
  expect(read).toMatchObject({
    ok: true,
    config: {
      databaseUrl:
        "postgres://web:word@a:5433/fund?target_session_attrs=read-write&host=a%2Cb&port=5433%2C5432",
    },
  });
  const inClear = readConfig({ PAYMENTS: "live", DATABASE_URL: "postgres://web:word@localhost,b/fund" });
  expect(inClear.ok ? [] : inClear.problems).toContainEqual(
    expect.stringMatching(/^DATABASE_URL names another machine/),
  );
});

test("a pooler needs the address of the database itself", () => {
  const direct = "postgres://web:word@db/fund";
  const read = readConfig({
    DATABASE_URL: "postgres://web:word@pooler:6432/fund",
    DATABASE_DIRECT_URL: direct,
  });
  expect(read).toMatchObject({ ok: true, config: { databaseUrl: direct } });
  expect(read.ok && read.config.poolerUrl).toContain("pooler:6432");
});

test.each(["DATABASE_DIRECT_URL", "DATABASE_READ_URL"])("%s needs DATABASE_URL", (name) => {
  const alone = readConfig({ [name]: "postgres://web:word@db/fund" });
  expect(alone.ok ? [] : alone.problems).toContainEqual(expect.stringMatching(`^${name} needs DATABASE_URL`));
});

test("a replica is one standby", () => {
  const read = readConfig({ DATABASE_URL: "postgres://a/fund", DATABASE_READ_URL: "postgres://b,c/fund" });
  expect(read.ok ? [] : read.problems).toContainEqual(
    expect.stringMatching(/^DATABASE_READ_URL must name one/),
  );
});

test("live mode refuses demonstration donations", () => {
  const config = readConfig({ PAYMENTS: "live", SEED: "demo" });
  expect(config.ok ? [] : config.problems).toContain(
    "SEED=demo adds invented donations, and PAYMENTS=live does not allow them. Remove SEED.",
  );
  expect(readConfig({ ...selcom, PAYMENTS: "live" })).toMatchObject({ ok: true, config: { seed: "empty" } });
  expect(readConfig(selcom)).toMatchObject({ ok: true, config: { seed: "demo" } });
});

test("a secret key has 32 random bytes and is never shown", () => {
  const key = Buffer.alloc(32, 9).toString("base64");
  expect(readConfig({ SECRET_KEY: `${key},${key}` })).toMatchObject({
    ok: true,
    config: { secretKeys: [Buffer.alloc(32, 9), Buffer.alloc(32, 9)] },
  });
  for (const secret of ["hunter2", `${key},`, key.slice(4)]) {
    const read = readConfig({ SECRET_KEY: secret });
    expect(read.ok ? [] : read.problems).toEqual([
      expect.stringMatching(/^SECRET_KEY must be 32 random bytes/),
    ]);
    expect(JSON.stringify(read)).not.toContain(secret);
  }
});

test("a problem shows the value, but no secret", () => {
  const read = readConfig({
    PORT: "abc",
    DATABASE_URL: "mysql://fund:hunter2@db/x",
    ADMIN_PASSWORD: "hunter2",
  });
  const problems = read.ok ? "" : read.problems.join("\n");
  expect(problems).toContain('"abc"');
  expect(problems).not.toContain("hunter2");
});

test("live mode names each missing credential and every other problem", () => {
  const read = readConfig({ PAYMENTS: "live", SELCOM_VENDOR: "T123", AZAMPAY_CLIENT_ID: "id", PORT: "x" });
  const problems = read.ok ? [] : read.problems;
  expect(problems).toContain("SELCOM_API_SECRET is missing. PAYMENTS=live needs it.");
  expect(problems).toContain("AZAMPAY_CLIENT_SECRET is missing. PAYMENTS=live needs it.");
  expect(problems.some((line) => line.startsWith("PORT"))).toBe(true);
  expect(problems.some((line) => line.startsWith("SELCOM_VENDOR"))).toBe(false);
});

test.each([
  ["postgres://amana:secret@10.0.0.5/amana", true],
  ["postgres://amana:secret@db.fund.example/amana?sslmode=disable", true],
  ["postgres://amana:secret@db.fund.example/amana?sslmode=verify-full", false],
  ["postgres://amana:secret@127.0.0.1/amana", false],
  ["postgres://amana:secret@localhost/amana", false],
  ["postgres://amana:secret@localhost/amana?host=db.fund.example", true],
  ["postgres://amana:secret@localhost/amana?host=/run/postgresql", false],
])("live mode needs TLS to an external database: %s", (url, isRefused) => {
  const read = readConfig({ PAYMENTS: "live", DATABASE_URL: url });
  const problems = read.ok ? [] : read.problems;
  expect(problems.some((line) => line.startsWith("DATABASE_URL"))).toBe(isRefused);
  const owner = readConfig({
    PAYMENTS: "live",
    DATABASE_URL: "postgres://a@127.0.0.1/a",
    DATABASE_OWNER_URL: url,
  });
  const ofOwner = owner.ok ? [] : owner.problems;
  expect(ofOwner.some((line) => line.startsWith("DATABASE_OWNER_URL"))).toBe(isRefused);
  expect(problems.join()).not.toContain("secret@");
});

test("live mode needs a way to verify AzamPay payments", () => {
  const env = { PAYMENTS: "live", AZAMPAY_CLIENT_ID: "id" };
  const refusals = (over: Record<string, string>) => {
    const read = readConfig({ ...env, ...over });
    return read.ok
      ? []
      : read.problems.filter((line) => line.startsWith("AzamPay payments cannot be verified"));
  };
  expect(refusals({ AZAMPAY_STATUS_PATH: "none" })).toHaveLength(1);
  expect(refusals({})).toEqual([]);
});

test("the first admin needs an email address and a password", () => {
  expect(readConfig({ ADMIN_EMAIL: "staff@fund.example" }).ok).toBe(false);
  expect(
    readConfig({ ADMIN_EMAIL: "staff@fund.example", ADMIN_PASSWORD: "long enough to keep" }),
  ).toMatchObject({
    config: { admin: { email: "staff@fund.example" } },
  });
});

test.each([
  ["mchanga 7 mbu", null],
  ["short", "ADMIN_PASSWORD must have 12 to 128 characters."],
  ["mawe ya bahari ".repeat(9), "ADMIN_PASSWORD must have 12 to 128 characters."],
  ["P@ssw0rd202424", "ADMIN_PASSWORD is a common password. Choose another one."],
  ["ilovesimba2024", "ADMIN_PASSWORD consists of two common words. Choose another one."],
  [
    "mwanahawa@fund.example",
    "ADMIN_PASSWORD contains the name or email of the account or the fund. Choose another one.",
  ],
])("the first admin's password follows the rule for passwords: %s", (ADMIN_PASSWORD, problem) => {
  const read = readConfig({ ADMIN_EMAIL: "mwanahawa@fund.example", ADMIN_PASSWORD });
  expect(read.ok ? null : read.problems).toEqual(problem === null ? null : [problem]);
});

test("mail needs a server and a sender, with a name or without", () => {
  const SMTP_URL = "smtps://fund:hunter2@mail.fund.example";
  expect(readConfig({ SMTP_URL }).ok).toBe(false);
  expect(readConfig({ MAIL_FROM: "fund@fund.example" }).ok).toBe(false);
  expect(readConfig({})).toMatchObject({ config: { mail: undefined } });
  const sender = (MAIL_FROM: string) => {
    const read = readConfig({ SMTP_URL, MAIL_FROM });
    return read.ok ? read.config.mail?.from : read.problems;
  };
  expect(sender("fund@fund.example")).toEqual({ name: "", address: "fund@fund.example" });
  expect(sender("The Fund <fund@fund.example>")).toEqual({ name: "The Fund", address: "fund@fund.example" });
  for (const wrong of [
    "The Fund",
    "The Fund <fund>",
    "Fund\r\nBcc: x <fund@fund.example>",
    "<a@b.example>, c@d.example",
  ])
    expect(sender(wrong), wrong).toEqual([expect.stringMatching(/^MAIL_FROM /)]);
  const unusable = readConfig({ SMTP_URL: "http://fund:hunter2@mail", MAIL_FROM: "fund@fund.example" });
  expect(unusable.ok ? "" : unusable.problems.join()).toMatch(/^SMTP_URL (?!.*hunter2)/);
});

test("the reporting service needs a plain address, and https with live payments", () => {
  const problems = (environment: Record<string, string>) => {
    const read = readConfig(environment);
    return read.ok ? [] : read.problems.filter((line) => line.startsWith("REPORTING_URL"));
  };
  const read = readConfig({ REPORTING_URL: "http://127.0.0.1:9/figures/" });
  expect(read.ok && read.config.reportingUrl).toBe("http://127.0.0.1:9/figures");
  for (const url of ["figures", "ftp://a/", "https://a/?key=1", "https://user:word@a/"])
    expect(problems({ REPORTING_URL: url })).toHaveLength(1);
  expect(problems({ PAYMENTS: "live", REPORTING_URL: "http://a/" })).toEqual([
    "REPORTING_URL must be https with PAYMENTS=live.",
  ]);
});

test("passwords are compared with breaches in live mode, unless switched off", () => {
  const addressOf = (environment: Record<string, string>) => {
    const read = readConfig(environment);
    return read.ok ? read.config.breachedPasswordsUrl : read.problems;
  };
  expect(addressOf({})).toBe(null);
  expect(addressOf({ ...selcom, PAYMENTS: "live" })).toBe("https://api.pwnedpasswords.com/range");
  expect(addressOf({ ...selcom, PAYMENTS: "live", BREACHED_PASSWORDS_URL: "off" })).toBe(null);
  expect(addressOf({ BREACHED_PASSWORDS_URL: "http://127.0.0.1:9/range/" })).toBe("http://127.0.0.1:9/range");
  expect(addressOf({ BREACHED_PASSWORDS_URL: "no" })).toHaveLength(1);
  expect(addressOf({ ...selcom, PAYMENTS: "live", BREACHED_PASSWORDS_URL: "http://a/range" })).toEqual([
    "BREACHED_PASSWORDS_URL must be https with PAYMENTS=live.",
  ]);
});

test("the settings of a bucket come together, and in live mode with TLS", () => {
  const bucket = {
    S3_ENDPOINT: "http://s3.example.org/",
    S3_BUCKET: "fund-files",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  expect(readConfig(bucket)).toMatchObject({
    config: { s3: { endpoint: "http://s3.example.org", bucket: "fund-files", region: "us-east-1" } },
  });
  expect(readConfig({})).toMatchObject({ config: { s3: undefined } });
  const problems = (settings: Record<string, string>) => {
    const read = readConfig({ ...bucket, ...settings });
    return read.ok ? [] : read.problems.filter((line) => line.startsWith("S3_"));
  };
  expect(problems({ S3_ENDPOINT: "", S3_SECRET_ACCESS_KEY: "" })).toEqual([
    expect.stringMatching(/^S3_ENDPOINT is missing\. S3_BUCKET, .* need S3_ENDPOINT, /),
    expect.stringMatching(/^S3_SECRET_ACCESS_KEY is missing/),
  ]);
  expect(readConfig({ ...bucket, S3_BUCKET: "" })).toMatchObject({
    config: { s3: undefined, s3Service: { endpoint: "http://s3.example.org" } },
  });
  expect(readConfig({ BACKUP_TO: "s3://backups" })).toMatchObject({ ok: false });
  expect(problems({ S3_ENDPOINT: "s3.example.org" })[0]).toContain("must be an address without a path");
  expect(problems({ S3_BUCKET: "Fund/files" })[0]).toContain("must be the name of a bucket");
  expect(problems({ PAYMENTS: "live" })).toEqual([
    expect.stringContaining("must be https with PAYMENTS=live"),
  ]);
  expect(problems({ PAYMENTS: "live", S3_ENDPOINT: "http://127.0.0.1:9000" })).toEqual([]);
});
