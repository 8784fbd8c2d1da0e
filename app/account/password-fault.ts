import { longestPassword, shortestPassword, specifiedShortest } from "#domain/accounts/roles.ts";
import type { PasswordProblem } from "#domain/accounts/password.ts";
import type { Translator } from "#app/messages/translator.tsx";

export function passwordFault(t: Translator, problem: PasswordProblem): string {
  switch (problem) {
    case "too-short":
      // Our own rule too, so that no one tries a password that the next answer refuses.
      return t("newPassword.tooShort", { count: specifiedShortest, ours: shortestPassword });
    case "under-twelve":
      return t("newPassword.underTwelve", { count: shortestPassword });
    case "too-long":
      return t("newPassword.tooLong", { count: longestPassword });
    case "too-common":
      return t("newPassword.tooCommon");
    case "two-common":
      return t("newPassword.twoCommon");
    case "own-name":
      return t("newPassword.ownName");
    case "breached":
      return t("newPassword.breached");
  }
}
