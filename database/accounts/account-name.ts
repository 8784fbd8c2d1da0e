import { sql, type RawBuilder } from "kysely";

/**
 * For logs: the name as on all other pages, with the username or else the email, because people choose their names and
 * two can be equal. Null without a row.
 */
export const accountName = (users: string): RawBuilder<string | null> => {
  const [name, username, email] = ["name", "username", "email"].map((column) =>
    sql.ref(`${users}.${column}`),
  );
  const unique = sql`coalesce(${username}, ${email})`;
  return sql`case when ${unique} <> ${name} then ${name} || ' (' || ${unique} || ')' else ${name} end`;
};
