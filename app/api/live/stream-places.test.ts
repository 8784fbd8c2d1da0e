import { expect, test } from "vitest";
import { openStreamPlaces } from "./stream-places.ts";

const times = (count: number, take: () => boolean) =>
  Array.from({ length: count }, take).filter(Boolean).length;

test("one client gets 20 streams on all processes together", () => {
  const places = openStreamPlaces();
  expect(times(12, () => places.take(1, "client"))).toBe(12);
  expect(times(12, () => places.take(2, "client"))).toBe(8);
  expect(places.take(1, "another client")).toBe(true);
});

test("a closed stream and an ended process free their places", () => {
  const places = openStreamPlaces();
  times(15, () => places.take(1, "client"));
  times(5, () => places.take(2, "client"));
  places.leave(2, "client");
  expect(times(2, () => places.take(2, "client"))).toBe(1);
  places.forget(1);
  expect(times(20, () => places.take(3, "client"))).toBe(15);
});
