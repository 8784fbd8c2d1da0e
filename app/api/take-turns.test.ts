import { expect, test } from "vitest";
import { takeTurns } from "./take-turns.ts";

/** Work that ends when the test says so. */
function heldWork() {
  let end = (_text: string): void => {};
  const result = new Promise<string>((resolve) => (end = resolve));
  let begun = false;
  const work = () => {
    begun = true;
    return result;
  };
  return { work, end, hasBegun: () => begun };
}

test("work with one key begins after the earlier work ended", async () => {
  const run = takeTurns({ together: 1, mostWaiting: 5 });
  const [first, second, other] = [heldWork(), heldWork(), heldWork()];
  const results = [run("a", first.work), run("a", second.work), run("b", other.work)];
  other.end("other");
  expect(await results[2]).toBe("other");
  expect([first.hasBegun(), second.hasBegun()]).toEqual([true, false]);
  first.end("first");
  expect(await results[0]).toBe("first");
  second.end("second");
  expect(await results[1]).toBe("second");
});

test("too many waiting with one key are refused, and failures make room", async () => {
  const run = takeTurns({ together: 1, mostWaiting: 1 });
  const held = heldWork();
  const failing = run("a", () => Promise.reject(new Error("failed")));
  const waiting = run("a", held.work);
  expect(await run("a", async () => "third")).toBe("too-many");
  await expect(failing).rejects.toThrow("failed");
  held.end("held");
  expect(await waiting).toBe("held");
  expect(await run("a", async () => "later")).toBe("later");
});
