import { expect, test } from "vitest";
import type { Role } from "#domain/accounts/roles.ts";
import { readInvitations } from "#database/accounts/people.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { seal } from "#tests/support/server/secret-key.ts";
import { colleague, letRolesAge, signedIn } from "#tests/support/accounts/staff-roles.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { changeRole } from "./change-role.ts";
import { makeAccount } from "./create.ts";
import { disableAccount } from "./disable.ts";
import { invitePerson, withdrawInvitation } from "./invite.ts";
import { resetSignIn } from "./reset-sign-in.ts";

const { db } = await testRecords();
const by = await signedIn(db, { id: await colleague(db, "admin"), role: "admin" as const });
await letRolesAge(db);

const rounds = ["one", "two", "three", "four", "five", "six"];

test("an invitation that is replaced while it is accepted never makes an account of its role", async () => {
  for (const name of rounds) {
    const email = `${name}@replaced.example`;
    const accepting = accept(await invited(email, "staff"), `${name}replaced`);
    const replaced = await invitePerson(db, seal, { ...invitation(email, "organizer"), replaces: true }, by);
    const accepted = await accepting;

    const account = await roleOf(email);
    const wasFirst = accepted.kind === "accepted";
    expect(account, name).toBe(wasFirst ? "staff" : undefined);
    expect(replaced.kind, name).toBe(wasFirst ? "has-account" : "invited");
  }
});

test("an invitation that is withdrawn while it is accepted makes no account", async () => {
  for (const name of rounds) {
    const email = `${name}@withdrawn.example`;
    const accepting = accept(await invited(email, "staff"), `${name}withdrawn`);
    const withdrawn = await withdrawInvitation(db, email, by);
    await accepting;
    expect((await roleOf(email)) === undefined, name).toBe(withdrawn === "withdrawn");
  }
});

test("staff who invite one person at the same time replace each other's invitation", async () => {
  const email = "new@together.example";
  const colleagues = await Promise.all([
    colleague(db, "staff"),
    colleague(db, "staff"),
    colleague(db, "staff"),
  ]);
  const all = await Promise.all(
    colleagues.map(async (id) =>
      invitePerson(
        db,
        seal,
        invitation(email, "organizer"),
        await signedIn(db, { id, role: "staff" as const }),
      ),
    ),
  );
  expect(all.map(({ kind }) => kind)).toEqual(["invited", "invited", "invited"]);
});

test("an invitation whose address has an account by now names the account, not the username", async () => {
  const email = "own@sign-up.example";
  const key = await invited(email, "staff");
  await makeAccount(
    db,
    { username: "stranger", email, role: "organizer", password: "bahati nne za kijani" },
    null,
  );
  expect(await accept(key, "free.name")).toEqual({ kind: "has-account" });
  expect(await roleOf(email)).toBe("organizer");
});

test.each([
  ["is disabled", (id: string) => disableAccount(db, id, by.id)],
  ["is no longer an admin", (id: string) => changeRole(db, { userId: id, role: "staff" }, by.id)],
])("the invitations of an admin who %s make no staff", async (name, end) => {
  const inviter = await signedIn(db, { id: await colleague(db, "admin"), role: "admin" as const });
  await letRolesAge(db);
  const email = `${inviter.id}@ended.example`;
  const key = await invited(email, "staff", inviter);
  await end(inviter.id);
  expect(await accept(key, "invited.before")).toEqual({ kind: "no-link" });
  expect(await roleOf(email), name).toBeUndefined();
  expect((await readInvitations(db)).filter((each) => each.email === email)).toEqual([]);
});

test("an admin who is disabled while a person accepts never adds staff afterwards", async () => {
  for (const name of rounds) {
    const inviter = await signedIn(db, { id: await colleague(db, "admin"), role: "admin" as const });
    await letRolesAge(db);
    const email = `${name}@disabled.example`;
    const key = await invited(email, "staff", inviter);
    const [accepted] = await Promise.all([
      accept(key, `${name}disabled`),
      disableAccount(db, inviter.id, by.id),
    ]);
    expect((await roleOf(email)) !== undefined, name).toBe(accepted.kind === "accepted");
  }
});

const invitation = (email: string, role: Role) => ({ email, role, language: "en" as const });

async function invited(email: string, role: Role, inviter = by): Promise<string> {
  const made = await invitePerson(db, seal, invitation(email, role), inviter);
  if (made.kind !== "invited") throw new Error(made.kind);
  return new URLSearchParams(made.address.split("?")[1]).get("key") ?? "";
}

const accept = (key: string, username: string) =>
  acceptInvitation(
    { db, breaches: null },
    { key, name: username, username, password: "bahati nne za kijani" },
  );

async function roleOf(email: string): Promise<Role | undefined> {
  const account = await db.selectFrom("users").select("role").where("email", "=", email).executeTakeFirst();
  return account?.role;
}

test("a reset of the inviter's sign-in withdraws the invitations they made", async () => {
  const inviter = await signedIn(db, { id: await colleague(db, "admin"), role: "admin" as const });
  await letRolesAge(db);
  const email = "mole@reset.example";
  const key = await invited(email, "staff", inviter);
  const reset = await resetSignIn(db, seal, { userId: inviter.id, doneBy: by.id, byHand: false });
  expect(reset).toMatchObject({ kind: "reset" });
  expect(await accept(key, "mole")).toEqual({ kind: "no-link" });
  expect(await roleOf(email)).toBeUndefined();
});
