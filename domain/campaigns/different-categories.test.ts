import { expect, test } from "vitest";
import { ofDifferentCategories } from "./different-categories.ts";

const hall = { id: "hall", category: "infrastructure" } as const;
const beds = { id: "beds", category: "infrastructure" } as const;
const fees = { id: "fees", category: "scholarship" } as const;

test("one campaign of each category comes before a second one", () => {
  expect(ofDifferentCategories([hall, beds, fees], 2)).toEqual([hall, fees]);
  expect(ofDifferentCategories([hall, beds, fees], 3)).toEqual([hall, fees, beds]);
});
