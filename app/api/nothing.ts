import { logContext } from "#app/http/context.server.ts";
import { fail } from "./json.ts";
import type { Route } from "./+types/nothing";

export const handle = { policy: "everybody" };

type Asked = Pick<Route.LoaderArgs, "context" | "url">;

const nothing = ({ context, url }: Asked) => {
  context.get(logContext).info({ path: url.pathname.slice(0, 500) }, "API address not found");
  return fail(404, "Not found");
};

export const loader = (asked: Route.LoaderArgs) => nothing(asked);

export const action = (asked: Route.ActionArgs) => nothing(asked);
