import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { inheritedEnvironment } from "#tests/support/server/inherited-environment.ts";

const environment = {
  AZAMPAY_CALLBACK_URL: "http://127.0.0.1:9/",
  AZAMPAY_APP_NAME: "fund",
  AZAMPAY_CLIENT_ID: "client-1",
  AZAMPAY_CLIENT_SECRET: "hidden",
  SELCOM_VENDOR: "TILL60000001",
  SELCOM_API_KEY: "TESTKEY-0001",
  SELCOM_API_SECRET: "TESTSECRET-0001",
};

const started: ChildProcess[] = [];
afterEach(() => started.splice(0).forEach((child) => void child.kill("SIGKILL")));

function start(over: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "process.ts")], {
    env: { ...inheritedEnvironment, ...environment, ...over },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  return child;
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("no output");
  const [line]: unknown[] = await once(child.stdout, "data");
  return /http:\S+/.exec(String(line))?.[0] ?? "";
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
  return (await fetch(url, init)).json();
}

test("answered payments survive kill -9", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  const settings = { SANDBOX_FILE: join(folder, "sandbox.db"), SANDBOX_PORT: "0" };
  try {
    const first = start(settings);
    const url = await addressOf(first);
    const { data } = await post(`${url}/azampay/AppRegistration/GenerateToken`, {
      appName: "fund",
      clientId: "client-1",
      clientSecret: "hidden",
    });
    const accepted = await post(
      `${url}/azampay/azampay/mno/checkout`,
      {
        accountNumber: "255712345678",
        amount: "50000",
        currency: "TZS",
        externalId: "REF-1",
        provider: "Mpesa",
      },
      { authorization: `Bearer ${data.accessToken}` },
    );
    await post(`${url}/_admin/decide`, {
      gateway: "azampay",
      reference: "REF-1",
      decision: "approve",
      fault: "delayed",
    });
    first.kill("SIGKILL");
    await once(first, "exit");

    const second = start(settings);
    const later = await addressOf(second);
    const [payment] = await (await fetch(`${later}/_admin/payments`)).json();
    expect(payment).toMatchObject({
      reference: "REF-1",
      status: "paid",
      gatewayReference: accepted.transactionId,
    });
    await post(`${later}/_admin/clock`, { advanceSeconds: 180 });
    expect(await (await fetch(`${later}/_admin/deliveries`)).json()).toHaveLength(1);
    second.kill("SIGTERM");
    await once(second, "exit");
    expect(second.exitCode).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("live mode has no sandbox", async () => {
  const child = start({ PAYMENTS: "live", SANDBOX_FILE: ":memory:" });
  await once(child, "exit");
  expect(child.exitCode).toBe(1);
});
