import pg from "pg";

/** The database keeps one admin who can sign in, and says so by the name of its rule. */
export async function unlessLastAdmin<Done>(work: () => Promise<Done>): Promise<Done | "last-admin"> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === "users_keep_an_admin") return "last-admin";
    throw error;
  }
}
