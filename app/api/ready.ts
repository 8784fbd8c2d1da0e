import { acceptsWrites } from "#database/system/health.ts";
import { databaseContext } from "#app/http/context.server.ts";
import type { Route } from "./+types/ready";

export const handle = { policy: "everybody" };

/** Pages and donations can be served: the database answers and accepts writes. */
export async function loader({ context }: Route.LoaderArgs) {
  const ready = await acceptsWrites(context.get(databaseContext)).catch(() => false);
  return new Response(ready ? "ready\n" : "not ready\n", {
    status: ready ? 200 : 503,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
