import { expect, test } from "vitest";
import {
  claimMinutes,
  longestDelivery,
  longestSilence,
  messageKinds,
  minutesUntilNextAttempt,
  readableBy,
} from "./messages.ts";

test("an email is retried for a day, at first often, then hourly", () => {
  const waits: number[] = [];
  for (;;) {
    const minutes = minutesUntilNextAttempt(waits.length + 1);
    if (minutes === null) break;
    waits.push(minutes);
  }
  expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  const day = waits.reduce((sum, minutes) => sum + minutes, 0) / 60;
  expect(day).toBeGreaterThanOrEqual(24);
  expect(day).toBeLessThan(25);
});

test("a slow reply is awaited, and the claim outlasts the delivery", () => {
  expect(longestSilence).toBeGreaterThanOrEqual(4 * 60_000);
  expect(longestDelivery).toBeGreaterThan(longestSilence);
  expect(claimMinutes * 60_000).toBeGreaterThan(longestDelivery);
});

test("staff read the text of every email without a link that acts for its recipient", () => {
  const of = (role: "staff" | "admin" | null) =>
    messageKinds.filter((kind) => readableBy[kind] === role).toSorted();
  expect(of(null)).toEqual([
    ...[
      "campaign-update",
      "email-change",
      "email-confirm",
      "email-undo",
      "email-undo-waits",
      "email-undone",
      "follow",
      "invitation",
    ],
    ...["own-page", "password-reset", "sign-in-reset"],
  ]);
  expect(of("admin")).toEqual(["access-changed"]);
  expect(of("staff")).toEqual([
    ...["alarm", "backup-codes-made", "change-request", "change-request-waiting"],
    ...[
      "donation-moved",
      "donation-refunded",
      "draft-not-published",
      "email-changed",
      "many-sessions",
      "news-wanted",
    ],
    ...["organizer-suspended", "passkey-added", "passkey-removed"],
    ...["password-changed", "proposal", "receipt", "ruling-expiring", "second-step-added"],
    ...["second-step-removed", "sign-up-again", "sign-up-promised"],
    ...["submission", "submission-overdue", "submission-waiting", "suspension-lifted"],
  ]);
});
