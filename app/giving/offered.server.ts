import type { RouterContextProvider } from "react-router";
import { collectingContext, publicReads } from "#app/http/context.server.ts";
import { areCardsStopped } from "#database/content/settings.ts";
import { methods, type Method } from "./methods.ts";
import type { WayForOthers } from "./explain-problem.ts";

export function offeredMethods(context: Readonly<RouterContextProvider>): Method[] {
  const { azampay, selcom } = context.get(collectingContext);
  return methods.filter((method) => (method === "push" ? azampay : selcom) !== null);
}

export async function wayForOthers(context: Readonly<RouterContextProvider>): Promise<WayForOthers> {
  const takesCards = offeredMethods(context).includes("card");
  return takesCards && !(await areCardsStopped(context.get(publicReads))) ? "Card" : "Bank";
}
