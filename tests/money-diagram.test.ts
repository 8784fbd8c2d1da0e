import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  paymentChanges,
  paymentEvents,
  paymentStatuses,
  type PaymentEvent,
} from "#domain/payments/status.ts";

/** The documented diagram has the changes that the code permits. */
function diagram(): string {
  const lines = paymentStatuses.flatMap((from) => {
    const changes: Partial<Record<PaymentEvent, string>> = paymentChanges[from];
    const targets = new Map<string, PaymentEvent[]>();
    for (const event of paymentEvents) {
      const to = changes[event];
      if (to !== undefined && to !== from) targets.set(to, [...(targets.get(to) ?? []), event]);
    }
    return [...targets].map(([to, events]) => `  ${from} --> ${to}: ${events.join(", ")}`);
  });
  return ["```mermaid", "stateDiagram-v2", "  [*] --> initiated", ...lines, "```"].join("\n");
}

test("docs/money.md shows the permitted changes as they are", async () => {
  const page = await readFile("docs/money.md", "utf8");
  const shown = /```mermaid[\s\S]*?```/.exec(page)?.[0];
  expect(shown).toBe(diagram());
});
