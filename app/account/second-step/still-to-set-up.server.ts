import { lacks, type Person, type Policy } from "#domain/accounts/roles.ts";
import { isSecondStepRequired } from "#database/accounts/second-step.ts";
import type { Reads } from "#database/sql.server.ts";

/** The page on which a person must first complete their account, or null. */
export async function stillToSetUp(
  db: () => Reads,
  policy: Policy,
  person: Person,
): Promise<"/settings" | "/settings/two-step" | null> {
  switch (lacks(policy, person)) {
    case "own-password":
      return "/settings";
    case "second-step":
      return (await isSecondStepRequired(db())) ? "/settings/two-step" : null;
    case null:
      return null;
  }
}
