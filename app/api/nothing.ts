import { logContext, loggedPathContext } from "#app/http/context.server.ts";
import { fail } from "./json.ts";
import type { Route } from "./+types/nothing";

export const handle = { policy: "everyone" };

type Loaded = Pick<Route.LoaderArgs, "context" | "url">;

const nothing = ({ context, url }: Loaded) => {
  context
    .get(logContext)
    .info({ path: context.get(loggedPathContext)(url.pathname) }, "API address not found");
  return fail(404, "Page Not Found");
};

export const loader = (args: Route.LoaderArgs) => nothing(args);

export const action = (args: Route.ActionArgs) => nothing(args);
