import { sql } from "kysely";
import { databaseContext } from "#app/http/context.server.ts";
import type { Route } from "./+types/ready";

export const handle = { policy: "everybody" };

/** Pages and gifts can be served: the database answers, and may be written to. */
export async function loader({ context }: Route.LoaderArgs) {
  const ready = await sql<{ ready: boolean }>`select not pg_is_in_recovery() as ready`
    .execute(context.get(databaseContext))
    .then(
      ({ rows }) => rows[0]?.ready === true,
      () => false,
    );
  return new Response(ready ? "ready\n" : "not ready\n", {
    status: ready ? 200 : 503,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
