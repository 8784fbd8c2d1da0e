import { sql, type RawBuilder } from "kysely";

/**
 * For logs: the name as on all other pages, with the username, because people choose their names and two can be equal.
 * Null without a row.
 */
export const accountName = (users: string): RawBuilder<string | null> => {
  const [name, username] = [sql.ref(`${users}.name`), sql.ref(`${users}.username`)];
  return sql`case when ${username} <> ${name} then ${name} || ' (' || ${username} || ')' else ${name} end`;
};
