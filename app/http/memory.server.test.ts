import { expect, test } from "vitest";
import { openMemory } from "./memory.server.ts";

function listening(most?: number) {
  const memory = openMemory(most);
  memory.heardAgain();
  return memory;
}

/** Finds 1, then 2, then 3. */
function counting() {
  let count = 0;
  return async () => ++count;
}

test("what was found is found once, until its subject changes", async () => {
  const memory = listening();
  const remember = memory.until(["campaigns"]);
  const find = counting();
  expect([await remember("order", find), await remember("order", find)]).toEqual([1, 1]);
  memory.forget("content");
  expect(await remember("order", find)).toBe(1);
  memory.forget("campaign:zakat");
  expect(await remember("order", find)).toBe(2);
});

test("those who ask at once wait for one search", async () => {
  const remember = listening().until(["campaigns"]);
  const find = counting();
  expect(await Promise.all([remember("order", find), remember("order", find)])).toEqual([1, 1]);
});

test("what changed while it was being found is told and not kept", async () => {
  const memory = listening();
  const remember = memory.until(["campaigns"]);
  const first = Promise.withResolvers<string>();
  const before = remember("order", () => first.promise);
  memory.forget("campaign:zakat");
  first.resolve("old");
  expect(await before).toBe("old");
  expect(await remember("order", async () => "new")).toBe("new");
});

test("a search that failed is made again", async () => {
  const remember = listening().until(["campaigns"]);
  await expect(remember("order", () => Promise.reject(new Error("no database")))).rejects.toThrow(
    "no database",
  );
  expect(await remember("order", async () => "found")).toBe("found");
});

test("nothing is kept while changes may go unheard", async () => {
  const memory = openMemory();
  const remember = memory.until(["campaigns"]);
  const find = counting();
  expect([await remember("order", find), await remember("order", find)]).toEqual([1, 2]);
  memory.heardAgain();
  expect([await remember("order", find), await remember("order", find)]).toEqual([3, 3]);
  memory.lost();
  expect(await remember("order", find)).toBe(4);
});

test("the memory is bounded: what was used longest ago goes first", async () => {
  const remember = listening(2).until(["campaigns"]);
  const find = counting();
  await remember("a", find);
  await remember("b", find);
  await remember("a", find);
  await remember("c", find);
  expect([await remember("a", find), await remember("b", find)]).toEqual([1, 4]);
});
