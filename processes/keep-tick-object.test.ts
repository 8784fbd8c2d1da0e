import { expect, test } from "vitest";
import { keptTickObject } from "./keep-tick-object.ts";

test("an object of process.nextTick is kept", () => {
  expect(keptTickObject).toMatchObject({ callback: expect.any(Function) });
});
