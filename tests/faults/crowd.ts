import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { solved } from "#tests/support/donations/solve-proof.ts";
import type { Chance } from "./chance.ts";
import { campaigns, type Place } from "./place.ts";

/** A site with gateways, as far as donors see them. */
export type Scene = Pick<Place, "gateways" | "assertOpen" | "onAnswer"> & { office: { site: string } };

/** A simulated donor, with the answers that the donor received. */
export type Donor = {
  name: string;
  email: string;
  phone: string;
  way: Way;
  /** Null until an answer contains one. */
  externalId: string | null;
  sawCompleted: boolean;
};

export type Way = "push" | "order" | "card";

let donors = 0;
/** All runs of one process have different donors. */
export function newDonor(way: Way): Donor {
  donors += 1;
  const number = String(donors).padStart(8, "0");
  const name = `Donor ${number}`;
  const email = `donor-${number}@example.org`;
  return { name, email, phone: `2557${number}`, way, externalId: null, sawCompleted: false };
}

/** The last two digits decide: the payer pays at once, pays late, is rejected, declines, or ignores the request. */
const endings = ["01", "01", "01", "01", "01", "01", "22", "22", "22", "33", "44", "01"] as const;

const badCard = "4000000000000002";
const goodCard = "4111111111111111";

/** Presses twice, presses again without an answer, or disconnects early. */
export async function donateSomehow(place: Scene, chance: Chance): Promise<Donor> {
  place.assertOpen();
  const donor = newDonor(chance.pick(["push", "push", "push", "order", "card"]));
  if (donor.way === "push" && chance.happens(0.15)) {
    const fault = chance.pick(["early", "early", "cut", "ambiguous"]);
    await place.gateways.administer("next", { phone: donor.phone, fault });
  }
  const amount = 10 * (100 + chance.below(4_000)) * 100 + Number(chance.pick(endings));
  const press = pressOf(donor, chance.pick(campaigns), amount);
  await pressUntilReply(place, press, donor, chance);
  return donor;
}

export type Press = { path: string; headers: Record<string, string>; body: string };

export function pressOf(donor: Donor, campaign: string, amount: number): Press {
  const { name, email, phone, way } = donor;
  const key = randomBytes(12).toString("hex");
  const common = { amount, currency: "TZS" };
  const bodies = {
    push: { ...common, campaignId: campaign, provider: "Tigo", phoneNumber: phone, name, email },
    order: { ...common, campaign_id: campaign, buyer_phone: phone, buyer_name: name, buyer_email: email },
    card: {
      ...{ ...common, campaignId: campaign, donorName: name, donorEmail: email, donorPhone: phone },
      ...{ acceptTerms: true, billing },
    },
  };
  return {
    path: `/api/donations/${way === "push" ? "mobile" : way}`,
    headers: {
      "content-type": "application/json",
      "idempotency-key": key,
      // Card payments are limited by address, so each donor has another one.
      "x-forwarded-for": `10.${[...randomBytes(3)].join(".")}`,
    },
    body: JSON.stringify(bodies[way]),
  };
}

const billing = {
  ...{ firstName: "Asha", lastName: "Juma", address: "Main Campus", city: "Morogoro" },
  ...{ region: "Morogoro", postcode: "67101", country: "TZ" },
};

async function pressUntilReply(place: Scene, press: Press, donor: Donor, chance: Chance): Promise<void> {
  for (let tries = 0; tries < 8; tries++) {
    const goesAway = chance.happens(0.05);
    const together = chance.happens(0.1) ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: together }, () => send(place, press, goesAway)));
    const challenge = challengeIn(answers);
    if (challenge !== null) {
      press.body = JSON.stringify({ ...JSON.parse(press.body), proof: solved(challenge) });
      continue;
    }
    const kept = answers.map((answer) => keepPromise(donor, answer));
    if (kept.includes("under way")) return pay(place, donor, pageIn(answers), chance);
    if (kept.includes("refused")) return;
    await wait(30 + chance.below(150));
  }
}

const answerShape = z.looseObject({
  success: z.boolean(),
  externalId: z.string().optional(),
  order_id: z.string().optional(),
  url: z.string().nullish(),
  paymentUrl: z.string().nullish(),
});

type PressOutcome = "under way" | "refused" | "nothing";

/** Each promise to a donor is remembered, because the records must keep it. */
function keepPromise(donor: Donor, answer: Answer | null): PressOutcome {
  if (answer === null || answer.status >= 500) return "nothing";
  const read = answerShape.safeParse(parsed(answer.body));
  if (!read.success || !read.data.success) return "refused";
  donor.externalId = read.data.externalId ?? read.data.order_id ?? donor.externalId;
  return "under way";
}

/** Many unpaid card pages look like an attack, so the site asks for a proof of work. */
function challengeIn(answers: readonly (Answer | null)[]): string | null {
  const refused = answers.find((answer) => answer?.status === 428);
  return refused ? z.object({ challenge: z.string() }).parse(parsed(refused.body)).challenge : null;
}

function pageIn(answers: readonly (Answer | null)[]): string | null {
  for (const answer of answers) {
    const read = answerShape.safeParse(parsed(answer?.body ?? ""));
    const page = read.data?.url ?? read.data?.paymentUrl;
    if (page) return page;
  }
  return null;
}

/** Pays on the provider's page, then returns to the site and looks at the status. */
async function pay(place: Scene, donor: Donor, page: string | null, chance: Chance): Promise<void> {
  if (page !== null) {
    const number = chance.happens(0.85) ? goodCard : badCard;
    const fields = donor.way === "card" ? { number, expiry: "12/30", code: "123" } : { phone: donor.phone };
    const action = donor.way === "card" ? "card" : "mobile";
    await fetch(`${page}/${action}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
    if (chance.happens(0.5)) await comeBack(place, page);
  }
  await look(place, donor);
}

async function comeBack(place: Scene, page: string): Promise<void> {
  const shown = await fetch(page, { redirect: "manual" });
  const back = shown.headers.get("location");
  if (back === null) return;
  const { pathname, search } = new URL(back);
  await ask(place, { method: "GET", path: `${pathname}${search}` });
}

async function look(place: Scene, donor: Donor): Promise<void> {
  const answer = await ask(place, { method: "GET", path: `/api/donations/${donor.externalId}` });
  if (answer !== null && /"status":"completed"/.test(answer.body)) donor.sawCompleted = true;
}

export const send = (place: Scene, press: Press, goesAway = false) =>
  ask(place, { method: "POST", ...press }, goesAway);

type Call = { method: "GET" | "POST"; path: string; headers?: Record<string, string>; body?: string };
type Answer = { status: number; body: string };

/** Null if no answer came. */
function ask(
  place: Scene,
  { method, path, headers = {}, body }: Call,
  goesAway = false,
): Promise<Answer | null> {
  const begun = performance.now();
  return new Promise<Answer | null>((settle) => {
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const call = request(
      `${place.office.site}${path}`,
      { method, agent: false, headers: { ...headers, ...length }, timeout: 120_000 },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.once("end", () =>
          settle({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") }),
        );
        answer.once("error", () => settle(null));
      },
    );
    call.once("timeout", () => call.destroy());
    call.once("error", () => settle(null));
    call.once("close", () => settle(null));
    call.end(body, () => {
      if (goesAway) call.destroy();
    });
  }).then((answer) => {
    if (!goesAway) place.onAnswer?.(answer?.status ?? null, performance.now() - begun);
    return answer;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
