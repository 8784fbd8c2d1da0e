import pg from "pg";

/** The database refuses to lose the last admin who can sign in. Its error names this constraint. */
export async function unlessLastAdmin<Done>(work: () => Promise<Done>): Promise<Done | "last-admin"> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === "users_keep_an_admin") return "last-admin";
    throw error;
  }
}
