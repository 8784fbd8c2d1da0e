import { openDatabase } from "#database/sql.server.ts";
import { testDatabase } from "#tests/support/database/open.ts";

/** Their names in `sharedPictures`, which also has the uploads of other tests. */
export async function demonstrationPictures(): Promise<string[]> {
  const { url, close } = await testDatabase("demo");
  const { readWrite, close: closeConnections } = openDatabase(url, { poolSize: 1 });
  const rows = await readWrite.selectFrom("pictures").select("id").execute();
  await closeConnections();
  await close();
  return rows.map(({ id }) => id);
}
