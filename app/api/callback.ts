import type { RouterContextProvider } from "react-router";
import type { UnrecordedAnswer } from "#domain/payments/unrecorded-answers.ts";
import { outcomeIn, type CallbackRead, type ProviderName } from "#domain/payments/provider.ts";
import { collectingContext, databaseContext, logContext } from "#app/http/context.server.ts";
import type { AzampayCallback } from "#payments/azampay/callback.ts";
import { isProven, receiveCallback } from "#operations/payments/receive-callback.ts";
import { recordLater } from "#operations/payments/record-provider-answer.ts";
import { fail, onlyPost } from "./json.ts";
import { takeTurns } from "./take-turns.ts";
import { answerOr503 } from "./database-errors.server.ts";
import type { Route } from "./+types/callback";

export const handle = { policy: "everyone" };
export const loader = onlyPost;

type Context = Readonly<RouterContextProvider>;
type Posted = { provider: ProviderName; headers: Headers; body: string; read: CallbackRead };

/** Acknowledges a callback only after it is stored safely. */
export async function action({ context, params, request }: Route.ActionArgs) {
  if (request.method !== "POST") return onlyPost();
  const secret = "secret" in params ? params.secret : undefined;
  const { headers } = request;
  const body = await request.text();
  const read =
    secret === undefined
      ? readSelcom(context, headers, body)
      : readAzampay(context, { secret, contentType: headers.get("Content-Type"), body });
  const posted = await read;
  if (posted === null) return fail(404, "Not found");
  return answerOr503(
    context,
    () => "Not now",
    () =>
      receiveInTurn(context, { ...posted, headers, body }).catch((error: unknown) =>
        keepHint(context, posted, error),
      ),
  );
}

type Read = Pick<Posted, "provider" | "read"> | null;

/** AzamPay resends until it receives 200, so an already settled payment also answers 200. */
async function readAzampay(context: Context, callback: AzampayCallback): Promise<Read> {
  const { azampay } = context.get(collectingContext);
  return azampay && { provider: "azampay", read: await azampay.readCallback(callback) };
}

/** Selcom's signature does not cover the amount. Its callback is only a hint to ask for the status. */
function readSelcom(context: Context, headers: Headers, body: string): Read {
  const { selcom } = context.get(collectingContext);
  return (
    selcom && { provider: "selcom", read: selcom.readWebhook({ headers: Object.fromEntries(headers), body }) }
  );
}

/** Enough for every honest repetition. The database decides between two reports that arrive together. */
const inTurn = takeTurns({ together: 2, mostWaiting: 20 });

/** Callbacks about one payment wait for its row, so they must not hold a database connection each. */
async function receiveInTurn(context: Context, posted: Posted): Promise<Response> {
  const { provider, read } = posted;
  if (!("report" in read)) return receive(context, posted);
  const received = await inTurn(`${provider} ${read.report.reference}`, () => receive(context, posted));
  if (received !== "too-many") return received;
  context.get(logContext).warn({ provider }, "too many callbacks about one payment");
  return fail(503, "Not now", { headers: { "Retry-After": "10" } });
}

async function receive(context: Context, { provider, headers, body, read }: Posted): Promise<Response> {
  const { trusted, readPaymentStatus } = context.get(collectingContext);
  const db = context.get(databaseContext);
  const received = await receiveCallback(
    db,
    { provider, headers: keptHeaders(headers), body, read },
    { trusted: trusted[provider] },
  );
  const log = context.get(logContext);
  switch (received.kind) {
    case "stranger":
      log.warn({ provider, why: received.why }, "callback rejected");
      return fail(401, "Unauthorized");
    case "unreadable":
      log.warn({ provider }, "callback unreadable");
      return fail(400, "Request could not be parsed");
    case "kept":
      log.info({ provider, verdict: received.verdict }, "callback received");
      // Asks now, so that the donor need not wait for the worker. The request to ask is already stored.
      if (received.readPaymentStatus !== null) void readPaymentStatus(received.readPaymentStatus);
      if (received.verdict === "to be asked about" && "sendAgain" in read && read.sendAgain)
        return fail(503, "Not now", { headers: { "Retry-After": "10" } });
      return Response.json({ success: true });
  }
}

/** The provider may never send it again. Stores the message, a request to ask, and the id if it is proven. */
async function keepHint(
  context: Context,
  { provider, read }: NonNullable<Read>,
  error: unknown,
): Promise<never> {
  const { journal, trusted } = context.get(collectingContext);
  if ("report" in read && read.report.proofs.length > 0) {
    const isSure = read.kind === "report" && isProven(read.report, trusted[provider]);
    const answer: UnrecordedAnswer = {
      ...{ kind: "callback", provider, reference: read.report.reference },
      providerReference: isSure ? read.report.providerReference : null,
      outcome: outcomeIn(read.report),
    };
    await recordLater(journal, answer, error);
  }
  throw error;
}

const worthKeeping = ["content-type", "user-agent", "digest", "digest-method", "signed-fields", "timestamp"];

function keptHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => worthKeeping.includes(name)));
}
