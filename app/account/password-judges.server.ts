import type { RouterContextProvider } from "react-router";
import { breachesContext, databaseContext } from "#app/http/context.server.ts";
import type { PasswordJudges } from "#operations/accounts/password/judge.ts";

export const passwordJudges = (context: Readonly<RouterContextProvider>): PasswordJudges => ({
  db: context.get(databaseContext),
  breaches: context.get(breachesContext),
});
