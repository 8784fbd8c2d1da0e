import type { RouterContextProvider } from "react-router";
import type { Language } from "#domain/content/language.ts";
import { beginDonation, type Begun } from "#app/giving/begin.server.ts";
import { explainOutcome, explainUnavailable } from "#app/giving/explain-outcome.server.ts";
import { explainAmount } from "#app/giving/explain-problem.ts";
import type { Method } from "#app/giving/methods.ts";
import { offeredMethods } from "#app/giving/offered.server.ts";
import { ownRetry } from "#app/giving/own-donations.server.ts";
import { entranceContext, whileAnsweringContext } from "#app/http/context.server.ts";
import { translatorIn, type Translator } from "#app/messages/translator.tsx";
import type { Press } from "#operations/donations/idempotency.ts";
import { fail, onlyPost, readObject, type Failure } from "#app/api/json.ts";
import { answerOr503 } from "#app/api/database-errors.server.ts";
import {
  languageIn,
  readBody,
  type Body,
  type BodyRead,
  type Errors,
  type Names,
} from "./read-body.server.ts";
import { sha256 } from "#domain/system/digest.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The differences between the three addresses. */
export type Address = {
  method: Method;
  names: Names;
  /** The texts that the specification fixes for this address. */
  words: {
    rejected: "answers.refused" | "answers.notInitiated";
    broken: "answers.somethingWrong" | "giving.dialog.error";
  };
  succeed(begun: UnderWay, t: Translator): object;
};

export type UnderWay = Extract<Begun, { kind: "prompted" | "unsure" | "page" }>;

/** Idempotency: one key begins one donation and gets one answer. */
export async function answerDonation(
  address: Address,
  { context, request }: { context: Context; request: Request },
): Promise<Response> {
  if (request.method !== "POST") return onlyPost();
  if (!offeredMethods(context).includes(address.method))
    return fail(409, translatorIn("en")("answers.notOffered"));
  const written = await request.text();
  const body = readObject(written);
  if (body === undefined) return fail(400, translatorIn("en")("answers.notJson"));
  const language = languageIn(body);
  const t = translatorIn(language);
  const key = request.headers.get("Idempotency-Key");
  if (key !== null && !/^[\x21-\x7e]{1,255}$/.test(key)) return fail(400, t("answers.key"));
  const read = readBody(body, address);
  if ("errors" in read) return invalid(read.errors, t);
  const press =
    key === null ? null : { address: new URL(request.url).pathname, key, bodyHash: hash(written) };
  return answerOr503(
    context,
    (why) => (why === "away" ? explainUnavailable(address.method, "program", t) : t(address.words.broken)),
    async () => {
      if (!(await mayRetry(context, { request, body, retryOf: read.read.retryOf })))
        return invalid({ retryOf: t("answers.problems.retryOf") }, t);
      const proof = textIn(body, "proof");
      return begin(context, address, { ...read.read, language, press, proof });
    },
  );
}

const invalid = (errors: Errors, t: Translator) => fail(400, t("giving.dialog.missingText"), { errors });

type Retry = { request: Request; body: Body; retryOf: string | null };

async function mayRetry(context: Context, { request, body, retryOf }: Retry): Promise<boolean> {
  if (retryOf === null) return true;
  const cookies = request.headers.get("Cookie");
  const own = ownRetry(context.get(entranceContext), retryOf, cookies, textIn(body, "retryKey"));
  return (await context.get(whileAnsweringContext)(own)) !== null;
}

type Wanted = BodyRead & { language: Language; press: Press | null; proof: string | null };

async function begin(context: Context, address: Address, wanted: Wanted): Promise<Response> {
  const answerIn = (begun: Exclude<Begun, { kind: "answered" }>) => answerTo(begun, address, wanted.language);
  const begun = await beginDonation(context, { ...wanted, reply: answerIn });
  if (begun.kind === "answered") return Response.json(begun.answer, { status: begun.status });
  const { status, answer, headers } = answerIn(begun);
  return Response.json(answer, { status, ...(headers && { headers }) });
}

type Answer = { status: number; answer: object; headers?: Record<string, string> };

function answerTo(begun: Exclude<Begun, { kind: "answered" }>, address: Address, language: Language): Answer {
  const t = translatorIn(language);
  switch (begun.kind) {
    case "prompted":
    case "unsure":
    case "page":
      return { status: 200, answer: address.succeed(begun, t) };
    case "under-way": {
      if (address.method !== "push") return failure(409, t("answers.underWay"));
      const donation = { externalId: begun.externalId, receiptKey: "" };
      return { status: 200, answer: address.succeed({ kind: "unsure", donation }, t) };
    }
    case "refused":
      return failure(begun.reason === "rejected" ? 422 : 502, t(address.words.rejected));
    case "other-currency": {
      const currency = t("answers.problems.otherCurrency", { currency: begun.currency });
      return failure(400, t("giving.dialog.missingText"), { currency });
    }
    case "amount": {
      const amount = explainAmount(begun.problem, begun.currency, { t, language });
      return failure(400, t("giving.dialog.missingText"), { amount });
    }
    default: {
      const { status, message, retryAfter, challenge } = explainOutcome(begun, "program", t);
      const { answer } = failure(status, message);
      return {
        status,
        answer: challenge === undefined ? answer : { ...answer, challenge },
        ...(retryAfter !== undefined && { headers: { "Retry-After": String(retryAfter) } }),
      };
    }
  }
}

function failure(status: number, message: string, errors?: Errors): Answer {
  const answer: Failure = { success: false, message, ...(errors && { errors }) };
  return { status, answer };
}

function textIn(body: Body, name: string): string | null {
  const value = body[name];
  return typeof value === "string" ? value : null;
}

function hash(text: string): string {
  return sha256(text).toString("hex");
}
