import { expect, test } from "vitest";
import { amountDoes } from "./donation-fields.ts";

const says = (en: string) => ({ en, sw: null });
const amountsDo = [says("an hour of classes"), says("a day of classes"), says("")] as const;

test("staff say what an amount in shillings does, and nothing is said about dollars", () => {
  const inShillings = ["1000", "5000", "10000", "10"].map((value) =>
    amountDoes({ currency: "TZS", amountsDo }, value),
  );
  expect(inShillings).toEqual([amountsDo[0], amountsDo[1], null, null]);
  const inDollars = ["10", "25", "100", "1000"].map((value) =>
    amountDoes({ currency: "USD", amountsDo }, value),
  );
  expect(inDollars).toEqual([null, null, null, null]);
});
