import { expect, test } from "vitest";
import { translatorIn } from "#app/messages/translator.tsx";
import { explainOutcome } from "./explain-outcome.server.ts";

test.each([
  ["phone", "en", "with this phone number", "phone"],
  ["phone", "sw", "namba hii ya simu", "phone"],
  ["email", "en", "with this email address", "donation"],
  ["email", "sw", "barua pepe hii", "donation"],
  ["address", "en", "from your internet connection, which others may share", "donation"],
  ["address", "sw", "kupitia intaneti unayotumia, ambayo huenda mnaitumia wengi", "donation"],
] as const)("a limit reached by %s names that cause: %s", (by, language, cause, about) => {
  const limited = { kind: "limited", by, retryAfter: 61 } as const;
  for (const entrance of ["form", "program"] as const) {
    const told = explainOutcome(limited, entrance, translatorIn(language));
    expect(told).toMatchObject({ status: 429, about, retryAfter: 61 });
    expect(told.message).toContain(cause);
    expect(told.message, "in whole minutes").toMatch(/\b2\b/);
  }
});
