import type { RouterContextProvider } from "react-router";
import type { Person } from "#domain/accounts/roles.ts";
import { answerWithWait } from "#app/http/ask-to-wait.server.ts";
import { accountsContext, databaseContext, securityContext } from "#app/http/context.server.ts";
import { takeConfirmation } from "#operations/accounts/second-step/confirm-session.ts";
import { countAttempt, uncountAttempt } from "#operations/system/count-attempt.ts";
import { isOwnPassword } from "#operations/accounts/password/is-own.ts";
import { readCode } from "./read-code.ts";

/** An empty field is no attempt: nothing is counted, and nothing goes to the security log. */
export type Proof = Judged | { kind: "no-password" | "no-code" };

type Judged =
  | { kind: "proven" }
  | { kind: "wrong-password" }
  | { kind: "wrong-code" }
  /** The person has a passkey and no codes, and must use the passkey first. */
  | { kind: "no-passkey" }
  | { kind: "too-many"; minutes: number };

type ProofContext = { request: Request; context: Readonly<RouterContextProvider>; person: Person };

type Entered = { password: string; code: string };

const quarterHour = 15 * 60;

/**
 * Every sensitive action asks for the password and an unused code. A person with a passkey and no codes uses the
 * passkey instead; see docs/decisions/0200-a-passkey-confirms-one-action.md.
 */
export async function prove(proofContext: ProofContext, entered: Entered): Promise<Proof> {
  if (entered.password === "") return { kind: "no-password" };
  if (proofContext.person.hasSecondStep && readCode(entered.code) === "") return { kind: "no-code" };
  const proof = await judgeProof(proofContext, entered);
  if (proof.kind !== "proven" && proof.kind !== "too-many")
    proofContext.context.get(securityContext)(proof.kind);
  return proof;
}

async function judgeProof(
  { request, context, person }: ProofContext,
  { password, code }: Entered,
): Promise<Judged> {
  const db = context.get(databaseContext);
  const counted = [{ subject: `own password of ${person.id}`, limits: [{ most: 10, within: quarterHour }] }];
  const attempt = await countAttempt(db, counted);
  if (attempt.kind === "limited") return { kind: "too-many", ...answerWithWait(context, attempt.retryAfter) };
  if (!(await isOwnPassword(db, person.id, password))) return { kind: "wrong-password" };
  if (person.hasSecondStep) {
    const cookies = request.headers.get("Cookie") ?? "";
    if (!(await context.get(accountsContext).isOwnCode(cookies, person, readCode(code))))
      return { kind: "wrong-code" };
  } else if (person.hasPasskey && !(await takeConfirmation(db, person.sessionId))) {
    return { kind: "no-passkey" };
  }
  await uncountAttempt(db, counted);
  return { kind: "proven" };
}
