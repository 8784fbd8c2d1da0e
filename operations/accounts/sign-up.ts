import type { Language } from "#domain/content/language.ts";
import type { PasswordProblem } from "#domain/accounts/password.ts";
import type { Seal } from "#domain/system/seal.ts";
import type { Reads } from "#database/sql.server.ts";
import { missingProof, requireProof, type ProofNeeded } from "#operations/donations/require-proof-of-work.ts";
import { makeLink } from "#operations/accounts/links.ts";
import { queueEmail, queueLink } from "#operations/mail/queue.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";
import { insertAccount } from "./create.ts";
import { isPromised, lockAddress } from "./lock-address.ts";
import { hashPassword } from "./password/hash.ts";
import { judgePassword, type PasswordJudges } from "./password/judge.ts";

const hour = 60 * 60;

type Wanted = { name: string; email: string; password: string; language: Language };
type Asker = { place: string; proof: string | null; challengeKey: string; now: Date };

export type SignedUp =
  /** Also if the address has an account: only its owner learns that, by email. */
  | { kind: "asked" }
  | { kind: "limited"; retryAfter: number }
  | { kind: "refused"; problem: PasswordProblem }
  | ProofNeeded<"sign-up">;

/** A campus shares one address. */
const perPlace = [{ most: 30, within: hour }];
/** Strangers can type this address too, and each sign-up sends it an email. */
const perAddress = [{ most: 3, within: 24 * hour }];
/** Without JavaScript, waiting replaces the proof of work: this often at one address, and on the whole site. */
const waitsPerPlace = [{ most: 3, within: hour }];
const waitsOfSite = [{ most: 60, within: hour }];

/** Creates the account of an organizer. Every sign-up needs a proof of work. */
export async function signUp(
  judges: PasswordJudges,
  seal: Seal,
  { name, email, password, language }: Wanted,
  { place, proof, challengeKey, now }: Asker,
): Promise<SignedUp> {
  const { db } = judges;
  const attempt = await countAttempt(db, [{ subject: `sign-up from ${place}`, limits: perPlace }]);
  if (attempt.kind === "limited") return attempt;
  const waits = [
    { subject: `sign-up-wait from ${place}`, limits: waitsPerPlace },
    { subject: "sign-up-wait", limits: waitsOfSite },
  ];
  const proofRequest = { by: "sign-up", attacked: false, proof, challengeKey, waits, now } as const;
  // First, so that a flood without proofs neither calls the service of breached passwords nor hashes.
  const missing = missingProof(proofRequest);
  if (missing !== null) return missing;
  const problem = await judgePassword(judges, password, [name, email]);
  if (problem) return { kind: "refused", problem };
  // Before the account is looked for, so that both answers take as long.
  const hash = await hashPassword(password);
  try {
    return await db.transaction().execute(async (tx): Promise<SignedUp> => {
      const passed = await requireProof(tx, proofRequest);
      // Rolled back, so that the challenge stays valid.
      if (passed.kind === "proof-needed") throw new Unproven(passed);
      const again = await countAttempt(tx, [
        { subject: `sign-up of ${email.toLowerCase()}`, limits: perAddress },
      ]);
      // The same answer, so that it stays unknown who has an account.
      if (again.kind === "limited") return { kind: "asked" };
      await insertOrNotify(tx, seal, { name, email, hash, language });
      return { kind: "asked" };
    });
  } catch (error) {
    if (error instanceof Unproven) return error.needed;
    throw error;
  }
}

class Unproven extends Error {
  readonly needed: ProofNeeded<"sign-up">;

  constructor(needed: ProofNeeded<"sign-up">) {
    super("a proof of work is needed");
    this.needed = needed;
  }
}

type Hashed = Omit<Wanted, "password"> & { hash: string };

async function insertOrNotify(tx: Reads, seal: Seal, { name, email, hash, language }: Hashed): Promise<void> {
  const recipient = email.toLowerCase();
  await lockAddress(tx, recipient);
  if (await isPromised(tx, recipient))
    return queueEmail(tx, { template: "sign-up-promised", recipient, language, address: "/auth" });
  const made = await insertAccount(
    tx,
    {
      ...{ username: null, email, name, hash },
      ...{ role: "organizer", emailVerified: false, isInvented: false },
    },
    null,
  );
  if (made.kind === "taken")
    return queueEmail(tx, { template: "sign-up-again", recipient, language, address: "/auth/forgot" });
  const key = await makeLink(tx, { kind: "email-confirm", userId: made.id, email: recipient, language });
  const address = `/auth/email?confirm=${key}`;
  await queueLink(tx, seal, { template: "email-confirm", recipient, language, address, key });
}
