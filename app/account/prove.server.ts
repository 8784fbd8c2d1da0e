import type { RouterContextProvider } from "react-router";
import type { Person } from "#domain/account.ts";
import { accountsContext, everything } from "#app/http/context.server.ts";
import { giveAttemptBack, takeAttempt } from "#database/attempts.ts";
import { isOwnPassword } from "#operations/is-own-password.ts";
import { readCode } from "./read-code.ts";

export type Proof =
  | { kind: "proven" }
  | { kind: "wrong-password" }
  | { kind: "wrong-code" }
  | { kind: "too-many"; minutes: number };

type Given = { request: Request; context: Readonly<RouterContextProvider>; person: Person };

const quarterHour = 15 * 60;

/** An open browser is not enough for what changes who may sign in: the password again, and a code where there is one. */
export async function prove(
  { request, context, person }: Given,
  { password, code }: { password: string; code: string },
): Promise<Proof> {
  const db = context.get(everything);
  const limits = [{ what: `own password of ${person.id}`, most: 10, seconds: quarterHour }];
  const taken = await takeAttempt(db, limits);
  if (taken.kind === "used-up") return { kind: "too-many", minutes: Math.ceil(taken.seconds / 60) };
  if (!(await isOwnPassword(db, person.id, password))) return { kind: "wrong-password" };
  if (person.hasSecondStep) {
    const cookies = request.headers.get("Cookie") ?? "";
    if (!(await context.get(accountsContext).isOwnCode(cookies, person, readCode(code))))
      return { kind: "wrong-code" };
  }
  await giveAttemptBack(db, limits);
  return { kind: "proven" };
}
