import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Language } from "#domain/content/language.ts";
import { sha256 } from "#domain/system/digest.server.ts";
import type { Seal } from "#domain/system/seal.ts";
import { findLink, secondStepsEndSince } from "#database/accounts/links.ts";
import { lockAccounts, nameActor } from "#database/accounts/role-grants.ts";
import { isOfAnother, unlessTaken } from "#database/accounts/taken-address.ts";
import { makeLink, useUpLink, withdrawLinks } from "#operations/accounts/links.ts";
import type { Reads } from "#database/sql.server.ts";
import { queueLink } from "#operations/mail/queue.ts";
import { recordAction } from "#operations/system/record-action.ts";
import { hashPassword } from "./password/hash.ts";
import { setPassword } from "./password/set.ts";
import { removeSecondStep } from "./second-step/remove.ts";
import { withdrawOwnInvitations } from "./withdraw-own-invitations.ts";

/**
 * For an address that another person changed. The account gets its address back, and whether that was confirmed. All that
 * the other person can have prepared ends: password, sessions, open invitations, and the second steps of the last weeks.
 */
export async function undoEmailChange(
  db: Reads,
  seal: Seal,
  key: string,
): Promise<"undone" | "undone-disabled" | "no-link" | "taken"> {
  const found = await findLink(db, "email-undo", key);
  const userId = found?.userId;
  if (!found?.email || !userId) return "no-link";
  const { email } = found;
  const unknownPassword = await hashPassword(randomBytes(32).toString("base64url"));
  return unlessTaken(() =>
    db.transaction().execute(async (tx) => {
      // First, as every change of an account, so that two changes take turns.
      await lockAccounts(tx, userId);
      if (!(await findLink(tx, "email-undo", key))) return "no-link";
      await endWaysIn(tx, { userId, key, unknownPassword });
      // The link stays. The other person is out in the meantime.
      if (await isOfAnother(tx, email, userId))
        return waitForAddress(tx, seal, { ...found, userId, email, key });
      const link = await useUpLink(tx, "email-undo", key);
      if (!link) return "no-link";
      const { createdAt, language, wasConfirmed } = link;
      const isDisabled = await restoreAddress(tx, { userId, email, isConfirmed: wasConfirmed === true });
      // Those of earlier changes stay, because their addresses can be the owner's.
      await withdrawLinks(tx, userId, ["email-undo"], createdAt);
      if (isDisabled) return "undone-disabled";
      await sendLink(tx, seal, { template: "email-undone", userId, email, language });
      return "undone";
    }),
  );
}

type Ended = { userId: string; key: string; unknownPassword: string };

async function endWaysIn(tx: Reads, { userId, key, unknownPassword }: Ended): Promise<void> {
  await setPassword(tx, { userId, hash: unknownPassword });
  await withdrawLinks(tx, userId, ["password-reset", "email-change", "email-confirm"]);
  await nameActor(tx, userId);
  await withdrawOwnInvitations(tx, { of: userId, mayGive: [], doneBy: userId });
  if (await removeSecondStep(tx, userId, await secondStepsEndSince(tx, key)))
    await recordAction(tx, userId, { action: "second-step-removed", subject: `user:${userId}` });
}

type Waiting = { userId: string; email: string; language: Language; key: string };

/** Another account has the address. The owner gets the link for a new password there, and so does each later request. */
async function waitForAddress(
  tx: Reads,
  seal: Seal,
  { userId, email, language, key }: Waiting,
): Promise<"taken"> {
  await tx
    .updateTable("account_links")
    .set({ pressed_at: sql<Date>`now()` })
    .where("hash", "=", sha256(key))
    .execute();
  await recordAction(tx, userId, { action: "email-undo-pressed", subject: `user:${userId}` });
  const { banned } = await tx
    .selectFrom("users")
    .select("banned")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (!banned) await sendLink(tx, seal, { template: "email-undo-waits", userId, email, language });
  return "taken";
}

type Sent = {
  template: "email-undone" | "email-undo-waits";
  userId: string;
  email: string;
  language: Language;
};

async function sendLink(tx: Reads, seal: Seal, { template, userId, email, language }: Sent): Promise<void> {
  const key = await makeLink(tx, { kind: "password-reset", userId, language });
  const address = `/auth/reset?key=${key}`;
  await queueLink(tx, seal, { template, recipient: email, language, address, key });
}

type Restored = { userId: string; email: string; isConfirmed: boolean };

/** True if the account is disabled. */
async function restoreAddress(tx: Reads, { userId, email, isConfirmed }: Restored): Promise<boolean> {
  const before = await tx
    .selectFrom("users")
    .select(["email", "banned"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("users")
    .set({ email, email_verified: isConfirmed, updated_at: new Date() })
    .where("id", "=", userId)
    .execute();
  await recordAction(tx, userId, {
    action: "email-change-undone",
    subject: `user:${userId}`,
    before: { email: before.email },
    after: { email },
  });
  return before.banned;
}
