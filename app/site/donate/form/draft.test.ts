import { expect, test } from "vitest";
import { longestEntry } from "./donation-fields.ts";
import { readEntered } from "./draft.server.ts";

test("an entry is cut before half of a character", async () => {
  const body = new URLSearchParams({ message: `${"x".repeat(longestEntry - 1)}😀` });
  const entered = await readEntered(new Request("https://fund.example", { method: "POST", body }));
  expect(entered["message"]).toBe(`${"x".repeat(longestEntry - 1)}\ufffd`);
});
