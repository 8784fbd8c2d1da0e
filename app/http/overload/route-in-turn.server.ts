import type { RouterContextProvider } from "react-router";
import { turnContext } from "#app/http/context.server.ts";
import { ownTurn, type Asking, type Turn } from "./turns.server.ts";

type Route = (request: Request, context: RouterContextProvider) => Promise<Response>;

type Routing = { context: RouterContextProvider; asking: Asking };

/** Asks the router. The page is rendered in its turn, and null if it got none. */
export async function routeInTurn(
  route: Route,
  request: Request,
  { context, asking }: Routing,
): Promise<Response | null> {
  // A form was acted on before its answer is rendered, so it must not be told that nothing was changed.
  const own: Asking = request.method === "POST" ? { urgency: "donation" } : asking;
  let turn: Turn = "given";
  context.set(turnContext, async () => (turn = await ownTurn(own)));
  const routed = await route(request, context);
  return turn === "given" ? routed : null;
}
