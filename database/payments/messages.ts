import { sql } from "kysely";
import { shownCharacters } from "#domain/payments/provider-message.ts";

/** One character more than is shown, so that the page can tell if there is more. */
export const startOfBody = sql<string>`left(body, ${shownCharacters + 1})`.as("body");
