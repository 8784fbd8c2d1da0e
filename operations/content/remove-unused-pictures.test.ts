import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeProjects } from "#database/seed/texts.ts";
import { openDatabase, type Database, type Reads } from "#database/sql.server.ts";
import { testDatabase } from "#tests/support/database/open.ts";
import { makePerson } from "#tests/support/accounts/people.ts";
import { addPicture } from "./add-picture.ts";
import { daysUnused, removeUnusedPictures } from "./remove-unused-pictures.ts";

let own: Awaited<ReturnType<typeof testDatabase>>;
let database: Database;
let db: Reads;
let filesRemoved: string[];

// Each test has its own database: the rows written here are referenced too widely to be deleted again.
beforeEach(async () => {
  own = await testDatabase();
  database = openDatabase(own.webUrl, { poolSize: 1 });
  db = database.readWrite;
  filesRemoved = [];
});
afterEach(async () => {
  await database.close();
  await own.close();
});

const later = new Date(Date.now() + (daysUnused + 1) * 86_400_000);
const pictures = { remove: async (id: string) => void filesRemoved.push(id) };
const remove = (now = later) => removeUnusedPictures(db, pictures, now);

const upload = (id: string) => addPicture(db, { id, width: 10, height: 10 }, "somebody");
const rows = async () => (await db.selectFrom("pictures").select("id").execute()).map(({ id }) => id);

test("an unused picture goes after a month, with an audit entry", async () => {
  await upload("forgotten");
  expect(await remove(new Date())).toBe(0);
  expect(await rows()).toEqual(["forgotten"]);
  expect(await remove()).toBe(1);
  expect(await rows()).toEqual([]);
  expect(filesRemoved).toEqual(["forgotten"]);
  const log = await db.selectFrom("audit_log").select(["action", "actor_id"]).orderBy("id").execute();
  expect(log).toEqual([
    { action: "picture-uploaded", actor_id: "somebody" },
    { action: "picture-removed", actor_id: null },
  ]);
});

const uses: Record<string, () => Promise<unknown>> = {
  "hero_section.image": () =>
    sql`insert into hero_section (title, subtitle, button_text, image) values ('', '', '', 'used')`.execute(
      db,
    ),
  "about_section.images": () =>
    sql`insert into about_section (title, description, mission, vision, images) values ('', '', '', '', '{other,used}')`.execute(
      db,
    ),
  "vice_chancellor_message.vice_chancellor_photo_url": () =>
    sql`insert into vice_chancellor_message (title, greeting, content, vice_chancellor_name, vice_chancellor_title, vice_chancellor_photo_url)
        values ('', '', '', '', '', 'used')`.execute(db),
  "team_members.photo_url": () =>
    sql`insert into team_members (name, role, order_index, photo_url) values ('Asha', 'Chair', 1, 'used')`.execute(
      db,
    ),
  "bank_details.image_url": () =>
    sql`insert into bank_details (bank_name, account_name, account_number, image_url) values ('', '', '', 'used')`.execute(
      db,
    ),
  "campaigns.image": () =>
    sql`insert into campaigns (id, title, description, category, sub_type, goal_amount, start_date, end_date, image)
        values ('mosque', 'Mosque', 'A mosque', 'research', 'n/a', 1000, current_date, current_date, 'used')`.execute(
      db,
    ),
  "campaign_updates.image": async () => {
    await sql`insert into campaigns (id, title, description, goal_amount) values ('mosque', 'Mosque', 'A', 1000)`.execute(
      db,
    );
    await sql`insert into campaign_updates (campaign_id, title, content, image, image_alt)
      values ('mosque', 'News', 'Words', 'used', 'Books')`.execute(db);
  },
  "infrastructure_projects.image": async () => {
    await db.transaction().execute(writeProjects);
    await sql`update infrastructure_projects set image = 'used'`.execute(db);
  },
  "submission_pictures.picture_id": async () => {
    const { id } = await makePerson(own.url, "neema", "organizer");
    await db.transaction().execute(async (tx) => {
      await sql`insert into submissions (owner_id) values (${id})`.execute(tx);
      await sql`insert into submission_versions (submission_id, version, title, category, sub_type, description,
          goal_amount, currency, organizer, is_zakat_eligible, beneficiaries, relation, surplus)
        select id, 1, 'Books for girls', 'research', 'n/a', repeat('x', 100), 3, 'TZS', 'Neema', false,
          repeat('x', 20), repeat('x', 10), 'donors' from submissions`.execute(tx);
      await sql`insert into submission_budget_lines (submission_id, version, line, what, amount)
        select id, 1, line, 'Books', 1 from submissions, generate_series(1, 3) line`.execute(tx);
      await sql`insert into submission_pictures (submission_id, version, place, picture_id, alt)
        select id, 1, 1, 'used', 'Books' from submissions`.execute(tx);
    });
  },
  "submissions.entered": async () => {
    const { id } = await makePerson(own.url, "neema", "organizer");
    await sql`insert into submissions (owner_id, entered) values (${id}, '{"picture-1": "used"}')`.execute(
      db,
    );
  },
  "campaign_pictures.picture_id": async () => {
    await sql`insert into campaigns (id, title, description, goal_amount) values ('mosque', 'Mosque', 'A', 1000)`.execute(
      db,
    );
    await sql`insert into campaign_plans (campaign_id, language, beneficiaries, relation, surplus)
      values ('mosque', 'en', 'People', 'Friends', 'donors')`.execute(db);
    await sql`insert into campaign_pictures (campaign_id, place, picture_id) values ('mosque', 1, 'used')`.execute(
      db,
    );
  },
  "record_versions.value": () =>
    sql`insert into record_versions (subject, version, value, fingerprint)
        values ('about', 1, '{"pictures": [{"id": "used", "alt": {"en": "A mosque"}}]}', 'x')`.execute(db),
  "record_drafts.value": async () => {
    const { id } = await makePerson(own.url, "amina", "staff");
    await sql`insert into record_drafts (subject, value, fingerprint, opened, saved_by)
      values ('hero', '{"picture": {"id": "used"}}', 'x', 'y', ${id})`.execute(db);
  },
  "proposals.details": async () => {
    const { id } = await makePerson(own.url, "amina", "staff");
    await sql`insert into proposals (kind, subject, details, proposed_by, reason)
      values ('bank-details', 'bank-details', '{"picture": "used"}', ${id}, 'a new account')`.execute(db);
  },
};

test.each(Object.keys(uses))("a picture that %s names stays", async (column) => {
  await upload("used");
  await uses[column]?.();
  expect(await remove()).toBe(0);
  expect(await rows()).toContain("used");
  expect(filesRemoved).toEqual([]);
});

test("every column that names pictures is checked", async () => {
  const { rows: columns } = await sql<{ name: string }>`
    select format('%s.%s', conrelid::regclass, attname) as name from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where confrelid = 'pictures'::regclass and contype = 'f'
      -- A row that goes with its picture does not keep it.
      and confdeltype <> 'c'
  `.execute(db);
  expect(columns.length).toBeGreaterThan(4);
  expect(Object.keys(uses)).toEqual(expect.arrayContaining(columns.map(({ name }) => name)));
});

test("a row stays if its files cannot be removed", async () => {
  await upload("stuck");
  const broken = { remove: () => Promise.reject(new Error("no such disk")) };
  await expect(removeUnusedPictures(db, broken, later)).rejects.toThrow("no such disk");
  expect(await rows()).toEqual(["stuck"]);
});
