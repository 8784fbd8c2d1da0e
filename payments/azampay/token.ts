import { z } from "zod";
import { readJson, type Outside, type OutsideRequest, type Sent } from "#outside/http.ts";
import type { AzampaySettings } from "./settings.ts";

/** Calls AzamPay with a bearer token. `no-token` means that the request itself was never sent. */
export type Authorised = { send(request: OutsideRequest): Promise<Sent | NoToken> };

export type NoToken = { kind: "no-token"; reason: "misconfigured" | "unreachable"; why: string };

type Minted = { kind: "token"; token: string; until: number } | NoToken;

const minute = 60_000;
const spare = 2 * minute;
/** AzamPay documents no lifetime. This one applies if the answer has none. */
const assumedLifetime = 10 * minute;
const longestLifetime = 24 * 60 * minute;

export function openAuthorised(settings: AzampaySettings, outside: Outside, clock: () => Date): Authorised {
  let held: Minted | null = null;
  let minting: Promise<Minted> | null = null;

  async function token(): Promise<Minted> {
    if (held?.kind === "token" && clock().getTime() < held.until) return held;
    minting ??= mint(settings, outside, clock).finally(() => (minting = null));
    return (held = await minting);
  }

  return {
    async send(request) {
      const first = await token();
      if (first.kind === "no-token") return first;
      const sent = await outside.send(withToken(request, settings, first.token));
      if (sent.kind !== "answered" || sent.status !== 401) return sent;
      // After a 401 AzamPay has certainly sent no payment request, so a retry is safe.
      if (held === first) held = null;
      const second = await token();
      return second.kind === "no-token" ? second : outside.send(withToken(request, settings, second.token));
    },
  };
}

function withToken(request: OutsideRequest, settings: AzampaySettings, token: string): OutsideRequest {
  const headers: Record<string, string> = { accept: "application/json", authorization: `Bearer ${token}` };
  if (request.body !== undefined) headers["content-type"] = "application/json";
  if (settings.apiKey !== null) headers["x-api-key"] = settings.apiKey;
  return { ...request, headers };
}

const tokenAnswer = z.object({
  data: z.object({
    accessToken: z.string().min(1),
    expire: z.string().optional().catch(undefined),
    expireAt: z.string().optional().catch(undefined),
  }),
});

async function mint(settings: AzampaySettings, outside: Outside, clock: () => Date): Promise<Minted> {
  const { appName, clientId, clientSecret, apiKey } = settings;
  const sent = await outside.send({
    method: "POST",
    url: `${settings.authUrl}/AppRegistration/GenerateToken`,
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      ...(apiKey === null ? {} : { "x-api-key": apiKey }),
    },
    body: JSON.stringify({ appName, clientId, clientSecret }),
  });
  if (sent.kind !== "answered")
    return { kind: "no-token", reason: "unreachable", why: `token: ${sent.kind}` };
  const read = tokenAnswer.safeParse(readJson(sent.body));
  if (sent.status === 200 && read.success) {
    const { accessToken, expire, expireAt } = read.data.data;
    return { kind: "token", token: accessToken, until: usableUntil(expire ?? expireAt, clock().getTime()) };
  }
  const refused = sent.status >= 400 && sent.status < 500 && sent.status !== 429;
  return {
    kind: "no-token",
    reason: refused ? "misconfigured" : "unreachable",
    why: `token: HTTP ${sent.status}`,
  };
}

function usableUntil(expire: string | undefined, now: number): number {
  const end = expire === undefined ? NaN : Date.parse(inUtc(expire));
  if (Number.isNaN(end)) return now + assumedLifetime;
  return Math.min(end, now + longestLifetime) - spare;
}

/** Without an offset, Date.parse would use the host's time zone. */
function inUtc(instant: string): string {
  return /(Z|[+-]\d\d:?\d\d)$/i.test(instant) ? instant : `${instant}Z`;
}
