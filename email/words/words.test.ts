import { expect, test } from "vitest";
import { fundFrom } from "#domain/content/settings.ts";
import { examples } from "#email/examples.ts";
import { writeEmail } from "#email/compose.ts";
import { accessChanges, type Message } from "#domain/mail/messages.ts";
import { refusedWords } from "#tests/support/content/refused-words.ts";

const changes = accessChanges.map((change): [string, Message] => [
  change,
  { kind: "access-changed", change, about: null, by: null, address: "/admin/people" },
]);
const messages = [...examples.map(({ name, message }): [string, Message] => [name, message]), ...changes];

test.each(messages)("the email %s uses the words of the glossary", (_, message) => {
  for (const language of ["en", "sw"] as const) {
    const { subject, text } = writeEmail(
      {
        id: 1n,
        recipient: "asha@donors.example",
        language,
        writtenAt: new Date("2026-11-20T09:30:00Z"),
        fund: fundFrom({ name: { en: "The Fund", sw: "Mfuko" }, tagline: { en: "Give once", sw: null } }),
        contact: { phones: [], emails: ["help@fund.example"] },
        message,
      },
      { origin: "https://fund.example", pretended: true },
    );
    // A path in a link is not text for readers.
    const own = `${subject}\n${text}`.replaceAll(/https:\S+/g, "");
    expect(refusedWords(language, own)).toEqual([]);
  }
});
