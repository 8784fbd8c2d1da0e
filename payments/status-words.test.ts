import { expect, test } from "vitest";
import { outcomeOf as azampay } from "./azampay/outcomes.ts";
import { networkNamed } from "./azampay/networks.ts";
import { outcomeOf as selcom } from "./selcom/status.ts";
import { takesBack } from "./status-words.ts";

test.each(Object.getOwnPropertyNames(Object.prototype))("the word %j has no meaning", (word) => {
  for (const spelling of [word, ` ${word} `, word.toUpperCase()]) {
    expect(azampay(spelling)).toBe("unknown");
    expect(selcom(spelling)).toBe("unknown");
    expect(networkNamed(spelling)).toBeNull();
  }
});

test.each(["reversed", "Reversal", "REFUNDED", "refund", "chargeback", "charge_back", "charged-back"])(
  "%j means returned money",
  (word) => expect(takesBack(word)).toBe(true),
);

test.each(["", "success", "not reversed", "unrefunded"])("%j takes no money back", (word) =>
  expect(takesBack(word)).toBe(false),
);
