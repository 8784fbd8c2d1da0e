import type { RouterContextProvider } from "react-router";
import { collectingContext } from "#app/http/context.server.ts";
import { methods, type Method } from "./gift-form-fields.ts";

/** The ways to pay whose provider is configured. */
export function offeredMethods(context: Readonly<RouterContextProvider>): Method[] {
  const { azampay, selcom } = context.get(collectingContext);
  return methods.filter((method) => (method === "push" ? azampay : selcom) !== null);
}
