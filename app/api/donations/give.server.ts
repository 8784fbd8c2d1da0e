import { createHash } from "node:crypto";
import type { RouterContextProvider } from "react-router";
import type { Language } from "#domain/content/language.ts";
import {
  challengeKeyContext,
  clientContext,
  collectingContext,
  entranceContext,
  everything,
  logContext,
} from "#app/http/context.server.ts";
import { translatorIn } from "#app/messages/translator.tsx";
import { amountWords } from "#app/site/donate/form/problem-words.ts";
import type { Counted } from "#domain/system/rate-limit.ts";
import { ownRetry } from "#app/site/donate/result/own-gifts.server.ts";
import { keepAnswer, type Press } from "#operations/donations/idempotency.ts";
import { startDonation, type GiftWanted, type Started } from "#operations/donations/start.ts";
import { fail, readObject, type Failure } from "#app/api/json.ts";
import { languageIn, type Errors } from "./read-gift.ts";
import { unlessAway } from "#app/api/database-errors.server.ts";

type Context = Readonly<RouterContextProvider>;

type Wanted = { gift: GiftWanted; counted: Counted[] };

export type Giving = {
  address: keyof typeof troubles;
  request: Request;
  context: Context;
  /** Reads the address's own fields. */
  read(body: Record<string, unknown>): Wanted | Errors;
  /** What the address answers once a payment is under way. */
  succeed(started: UnderWay, language: Language): object;
};

/** The specification's words for what goes wrong at each address. */
const troubles = {
  mobile: { rejected: "answers.refused", away: "answers.notStored", broken: "giving.dialog.error" },
  order: {
    rejected: "answers.notInitiated",
    away: "answers.somethingWrong",
    broken: "answers.somethingWrong",
  },
  card: { rejected: "answers.refused", away: "giving.dialog.error", broken: "giving.dialog.error" },
} as const;

type UnderWay = Extract<Started, { kind: "prompted" | "unsure" | "page" }>;

/** What the three addresses have in common: one press is one gift, and every outcome has its answer. */
export async function give({ address, request, context, read, succeed }: Giving): Promise<Response> {
  const written = await request.text();
  const body = readObject(written);
  if (body === undefined) return fail(400, translatorIn("en")("answers.notJson"));
  const language = languageIn(body);
  const t = translatorIn(language);
  const key = request.headers.get("Idempotency-Key");
  if (key !== null && !/^[\x21-\x7e]{1,255}$/.test(key)) return fail(400, t("answers.key"));

  const wanted = read(body);
  if (!isWanted(wanted)) return fail(400, t("giving.dialog.missingText"), { errors: wanted });

  const press: Press | null =
    key === null ? null : { address: new URL(request.url).pathname, key, bodyHash: hash(written) };
  const said = (why: keyof (typeof troubles)[typeof address]) =>
    t(troubles[address][why], { reason: t("answers.away") });
  const text = (name: string): string | null => (typeof body[name] === "string" ? body[name] : null);
  const proof = text("proof");
  return unlessAway(context, said, async () => {
    const { retryOf } = wanted.gift;
    const cookies = request.headers.get("Cookie");
    const isOthers =
      retryOf !== null &&
      (await ownRetry(context.get(everything), retryOf, cookies, text("retryKey"))) === null;
    if (isOthers)
      return fail(400, t("giving.dialog.missingText"), {
        errors: { retryOf: t("answers.problems.retryOf") },
      });
    return begin(context, wanted, { press, proof }, { language, succeed, said });
  });
}

type Saying = Pick<Giving, "succeed"> & { language: Language; said(why: "rejected"): string };

async function begin(
  context: Context,
  wanted: Wanted,
  { press, proof }: { press: Press | null; proof: string | null },
  saying: Saying,
): Promise<Response> {
  const db = context.get(everything);
  const { gift, counted } = wanted;
  const client = context.get(clientContext);
  const challengeKey = context.get(challengeKeyContext);
  const { journal } = context.get(collectingContext);
  const entrance = context.get(entranceContext);
  const circumstances = { client, press, counted, proof, entrance, journal, challengeKey };
  const started = await startDonation(db, gift, circumstances);
  if (started.kind === "answered") return Response.json(started.answer, { status: started.status });

  const { status, answer, headers } = answerTo(started, gift, saying);
  // A gift that was not begun leaves its key free.
  if (press !== null && "gift" in started)
    await keepAnswer(db, press, status, answer).catch((error: unknown) =>
      context.get(logContext).error({ err: error }, "an answer could not be kept for the same press"),
    );
  return Response.json(answer, { status, ...(headers && { headers }) });
}

function isWanted(read: Wanted | Errors): read is Wanted {
  return typeof read["gift"] === "object";
}

type Answered = { status: number; answer: object; headers?: Record<string, string> };

function answerTo(
  started: Exclude<Started, { kind: "answered" }>,
  gift: GiftWanted,
  { language, succeed, said }: Saying,
): Answered {
  const t = translatorIn(language);
  const no = (status: number, message: string, errors?: Errors): Answered => {
    const answer: Failure = { success: false, message, ...(errors && { errors }) };
    return { status, answer };
  };
  switch (started.kind) {
    case "prompted":
    case "unsure":
    case "page":
      return { status: 200, answer: succeed(started, language) };
    case "under-way": {
      if (gift.way.kind === "page") return no(409, t("answers.underWay"));
      const again = { externalId: started.externalId, receiptKey: "" };
      return { status: 200, answer: succeed({ kind: "unsure", gift: again }, language) };
    }
    case "refused":
      return no(started.reason === "rejected" ? 422 : 502, said("rejected"));
    case "no-campaign":
      return no(404, t("answers.noCampaign"));
    case "not-open":
      return no(409, t(`giving.notBegun.${started.giving}`));
    case "other-currency":
      return no(400, t("giving.dialog.missingText"), {
        currency: t("answers.problems.otherCurrency", { currency: started.currency }),
      });
    case "amount":
      return no(400, t("giving.dialog.missingText"), {
        amount: amountWords(started.problem, started.currency, { t, language }),
      });
    case "limited":
      return {
        ...no(429, t("giving.notBegun.limited", { minutes: Math.ceil(started.retryAfter / 60) })),
        headers: { "Retry-After": String(started.retryAfter) },
      };
    case "cards-rest":
      return {
        ...no(429, t("giving.notBegun.cardsRest", { minutes: Math.ceil(started.retryAfter / 60) })),
        headers: { "Retry-After": String(started.retryAfter) },
      };
    case "requests-rest":
      return {
        ...no(429, t("giving.notBegun.requestsRest", { minutes: Math.ceil(started.retryAfter / 60) })),
        headers: { "Retry-After": String(started.retryAfter) },
      };
    case "payments-stopped":
      return no(409, t("giving.notBegun.paymentsStopped"));
    case "cards-stopped":
      return no(409, t("giving.notBegun.cardsStopped"));
    case "proof-needed": {
      const { by, challenge, wait } = started;
      const { status, answer } = no(428, t(`answers.proofNeeded.${by}`));
      return { status, answer: { ...answer, challenge }, headers: { "Retry-After": String(wait) } };
    }
    case "prompt-waiting":
      return no(409, t("giving.notBegun.promptWaiting"));
    case "other-body":
      return no(409, t("answers.otherBody"));
  }
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
