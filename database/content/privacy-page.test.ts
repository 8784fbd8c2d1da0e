import { expect, test } from "vitest";
import { sql } from "kysely";
import { testDatabase } from "#tests/support/database/open.ts";
import { migrate, readMigrations } from "#database/migrate.ts";
import { openDatabase } from "#database/sql.server.ts";

const change = "0161_privacy_page_is_true.sql";

const before = {
  body: "- **Your full telephone number:** 90 days after the payment has been matched with the provider's statement. After that, at most its last three digits.\n- **Technical logs,** which carry no names: 30 days; those about security, 1 year.\n- **Ours:** written by staff.",
  body_sw:
    "- **Namba yako kamili ya simu:** siku 90 baada ya malipo kulinganishwa na taarifa ya mtoa huduma. Baada ya hapo zinaweza kubaki tarakimu tatu za mwisho tu.\n- **Kumbukumbu za kiufundi,** zisizo na majina: siku 30; za usalama, mwaka 1.",
};

test("a privacy page from before is made true and keeps what staff wrote", async () => {
  const { url, close } = await testDatabase();
  const { everything: db, close: end } = openDatabase(url, { poolSize: 1 });
  try {
    await sql`delete from schema_migrations where name = ${change}`.execute(db);
    await sql`
      insert into pages (slug, title, body, body_sw) values ('privacy', 'Privacy', ${before.body}, ${before.body_sw})
    `.execute(db);
    await migrate(url, () => {}, readMigrations);
    const page = await db
      .selectFrom("pages")
      .select(["body", "body_sw"])
      .where("slug", "=", "privacy")
      .executeTakeFirstOrThrow();
    expect(page).toEqual({
      body: "- **Your telephone number:** 90 days after the payment ended.\n- **Technical logs and security logs,** which carry no names: 30 days.\n- **Ours:** written by staff.",
      body_sw:
        "- **Namba yako ya simu:** siku 90 baada ya malipo kufikia mwisho.\n- **Kumbukumbu za kiufundi na za usalama,** zisizo na majina: siku 30.",
    });
  } finally {
    await end();
    await close();
  }
});
