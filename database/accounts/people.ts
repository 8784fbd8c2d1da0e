import type { Language } from "#domain/content/language.ts";
import { sql } from "kysely";
import type { Role } from "#domain/accounts/roles.ts";
import { asPage, pageOf, type ListQuery, type ListPage } from "#database/list-page.ts";
import type { Reads } from "#database/sql.server.ts";

export type ListedPerson = {
  id: string;
  name: string;
  username: string | null;
  email: string;
  role: Role;
  isDisabled: boolean;
  hasSecondStep: boolean;
  isEmailProven: boolean;
  createdAt: Date;
  lastSeen: Date | null;
  /** A second admin has to confirm the access. */
  isUnconfirmed: boolean;
  /** New staff and admins cannot confirm, decide or change access before this time. */
  newUntil: Date | null;
};

export type PeopleFilter = { text: string; role: Role | null; state: "active" | "disabled" | null };

export async function listPeople(
  db: Reads,
  { text, role, state }: PeopleFilter,
  listQuery: ListQuery,
): Promise<ListPage<ListedPerson>> {
  const like = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const query = people(db)
    .$if(text !== "", (people) =>
      people.where((where) =>
        where.or([
          where("u.username", "like", like),
          where("u.email", "like", like),
          where(sql`lower(u.name)`, "like", like),
        ]),
      ),
    )
    .$if(role !== null, (people) => people.where("u.role", "=", role ?? "organizer"))
    .$if(state !== null, (people) => people.where("u.banned", "=", state === "disabled"));
  const order = { from: sql`users as u`, by: [sql`u.created_at`, sql`u.id`], descending: true };
  return asPage(await pageOf(query, order, listQuery).execute(), listQuery);
}

export async function readPerson(db: Reads, id: string): Promise<ListedPerson | null> {
  return (await people(db).where("u.id", "=", id).executeTakeFirst()) ?? null;
}

function people(db: Reads) {
  return db
    .selectFrom("users as u")
    .select([
      "u.id",
      "u.name",
      "u.username",
      "u.email",
      "u.role",
      "u.banned as isDisabled",
      sql<boolean>`u.two_factor_enabled or u.has_passkey`.as("hasSecondStep"),
      "u.email_verified as isEmailProven",
      "u.created_at as createdAt",
      sql<boolean>`not access_is_confirmed(u.id)`.as("isUnconfirmed"),
      sql<Date | null>`(select a.ends_at from access_hindrance(u.id) a)`.as("newUntil"),
      sql<Date | null>`(select max(s.updated_at) from sessions s where s.user_id = u.id)`.as("lastSeen"),
    ]);
}

export async function findPersonByEmail(db: Reads, email: string): Promise<string | null> {
  const found = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  return found?.id ?? null;
}

export type OpenInvitation = {
  email: string;
  role: Role | null;
  language: Language;
  madeBy: string | null;
  createdAt: Date;
  endsAt: Date;
  /** Its email, if that was not delivered. */
  undelivered: bigint | null;
};

export function readInvitations(db: Reads): Promise<OpenInvitation[]> {
  return (
    db
      .selectFrom("account_links")
      .select(["email", "role", "language", "made_by as madeBy"])
      .select(["created_at as createdAt", "expires_at as endsAt"])
      .select(undeliveredEmail.as("undelivered"))
      .$narrowType<{ email: string }>()
      .where("kind", "=", "invitation")
      .where("used_at", "is", null)
      .where("expires_at", ">", sql<Date>`now()`)
      // Such a person signs in, and the link says so.
      .where((is) =>
        is.not(
          is.exists(
            is.selectFrom("users").select("users.id").whereRef("users.email", "=", "account_links.email"),
          ),
        ),
      )
      .orderBy("created_at", "desc")
      .limit(200)
      .execute()
  );
}

/** Each invitation has its own email, so the latest one is that of the open invitation. */
const undeliveredEmail = sql<bigint | null>`(
  select case when o.status = 'given-up' then o.id end from outbox o
  where lower(o.recipient) = account_links.email and o.template = 'invitation'
  order by o.id desc limit 1
)`;

/** `version` changes with the password, the codes and the passkeys. Null: there is no such account. */
export type SignInAccount = { key: string; hasSecondStep: boolean; version: number | null };

/** A username and its email are one account, so that knowing both gives no more attempts. */
export async function findSignIn(db: Reads, written: string): Promise<SignInAccount> {
  const user = await db
    .selectFrom("users")
    .select((column) => [
      "id",
      "sign_in_version as version",
      column
        .or([column("two_factor_enabled", "=", true), column("has_passkey", "=", true)])
        .as("hasSecondStep"),
    ])
    .where((where) => where.or([where("username", "=", written), where("email", "=", written)]))
    .executeTakeFirst();
  return user
    ? { key: user.id, hasSecondStep: Boolean(user.hasSecondStep), version: user.version }
    : { key: written, hasSecondStep: false, version: null };
}
