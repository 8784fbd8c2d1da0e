import type { RouterContextProvider } from "react-router";
import { collectingContext, publicReads } from "#app/http/context.server.ts";
import { areCardsStopped } from "#database/content/settings.ts";
import { methods, type Method } from "./gift-form-fields.ts";
import type { WayForOthers } from "./problem-words.ts";

/** The ways to pay whose provider is configured. */
export function offeredMethods(context: Readonly<RouterContextProvider>): Method[] {
  const { azampay, selcom } = context.get(collectingContext);
  return methods.filter((method) => (method === "push" ? azampay : selcom) !== null);
}

/** What the form of a campaign can advise to whoever cannot pay by a phone of here. */
export async function wayForOthers(context: Readonly<RouterContextProvider>): Promise<WayForOthers> {
  const takesCards = offeredMethods(context).includes("card");
  return takesCards && !(await areCardsStopped(context.get(publicReads))) ? "Card" : "Bank";
}
