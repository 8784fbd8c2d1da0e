import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { solved } from "#tests/support/donations/solve-proof.ts";

/** Requests a second. Our own pages send a key with each donation, also without a script. Other clients of the API may not. */
export type Rates = { pages: number; donations: number; withoutKey?: number };

export type Tally = {
  pages: number;
  donations: number;
  /** Requests without an answer, with an answer of 500 or more, and donations that were refused. */
  failed: string[];
  /** The references that donors got. */
  begun: string[];
  /** Milliseconds until the answers of pages, in order of time. */
  times: number[];
};

/** More would only wait for each other, on a machine that is slower than the rate. */
const mostOpen = 100;

/** Sends requests at a steady rate, without waiting for earlier answers, until the work ends. */
export async function underLoad(
  url: string,
  rates: Rates,
  work: (soFar: Tally) => Promise<unknown>,
): Promise<Tally> {
  const tally: Tally = { pages: 0, donations: 0, failed: [], begun: [], times: [] };
  const open = new Set<Promise<void>>();
  const every = (perSecond: number, act: () => Promise<void>) =>
    setInterval(() => {
      if (open.size >= mostOpen) return;
      const acting = act().finally(() => open.delete(acting));
      open.add(acting);
    }, 1_000 / perSecond);
  const timers = [
    every(rates.pages, () => readPage(url, tally)),
    every(rates.donations, () => donate(url, tally)),
    ...(rates.withoutKey === undefined ? [] : [every(rates.withoutKey, () => donate(url, tally, null))]),
  ];
  try {
    await work(tally);
  } finally {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(open);
  }
  return tally;
}

/** Donations continue on both sides of the moment that is tried. */
export async function moreDonations(soFar: Tally, more: number): Promise<void> {
  const enough = soFar.begun.length + more;
  while (soFar.begun.length < enough && soFar.failed.length === 0) await wait(20);
}

export const slowestOf = ({ times }: Tally, share: number): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(share * times.length) - 1] ?? NaN;

const paths = [
  "/",
  "/campaigns",
  "/campaigns/conference-center",
  "/sw",
  "/campaigns?category=zakat",
  "/zakat",
];

async function readPage(url: string, tally: Tally): Promise<void> {
  tally.pages += 1;
  const path = paths[tally.pages % paths.length] ?? "/";
  const begun = performance.now();
  const answer = await ask(url, path);
  tally.times.push(performance.now() - begun);
  if (answer.status !== 200) tally.failed.push(`GET ${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
}

const begunShape = z.looseObject({ externalId: z.string() });
const challengeShape = z.object({ challenge: z.string() });

/** A donor from a new address and phone, who solves a proof of work if the site asks for one. */
export async function donate(
  url: string,
  tally: Tally,
  key: string | null = randomBytes(12).toString("hex"),
): Promise<void> {
  tally.donations += 1;
  const body = {
    ...{ campaignId: "conference-center", amount: paidAtOnce, currency: "TZS", provider: "Tigo" },
    ...{ name: "Asha Juma", email: "asha@example.org", phoneNumber: `2557${randomDigits()}` },
  };
  const headers = { "content-type": "application/json", ...(key !== null && { "idempotency-key": key }) };
  const post = (sent: object) => ({ body: JSON.stringify(sent), from: newAddress(), headers });
  let answer = await ask(url, "/api/donations/mobile", post(body));
  if (answer.status === 428) {
    const proof = solved(challengeShape.parse(JSON.parse(answer.text)).challenge);
    answer = await ask(url, "/api/donations/mobile", post({ ...body, proof }));
  }
  if (answer.status === 200) tally.begun.push(begunShape.parse(JSON.parse(answer.text)).externalId);
  else tally.failed.push(`donation: ${answer.status} ${answer.text.slice(0, 200)}`);
}

/** The last digits let the payer pay immediately. */
const paidAtOnce = 20_001;

/** Each donor has another address of this machine, because limits count addresses. */
const newAddress = () => `127.${[...randomBytes(3)].join(".")}`;

const randomDigits = () => String(randomBytes(4).readUInt32BE() % 100_000_000).padStart(8, "0");

type Answer = { status: number; text: string };
type Post = { body: string; from: string; headers: Record<string, string> };

/** Status 0 if no answer came. */
export function ask(url: string, path: string, post?: Post): Promise<Answer> {
  return new Promise((settle) => {
    const sent = request(
      url + path,
      {
        agent: false,
        timeout: 300_000,
        method: post ? "POST" : "GET",
        ...(post && { localAddress: post.from, headers: post.headers }),
      },
      (answer) => {
        let text = "";
        answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
        answer.once("end", () => settle({ status: answer.statusCode ?? 0, text }));
        answer.once("error", (error) => settle({ status: 0, text: error.message }));
      },
    );
    sent.once("timeout", () => sent.destroy(new Error("no answer in 300 s")));
    sent.once("error", (error) => settle({ status: 0, text: error.message }));
    sent.end(post?.body);
  });
}
