import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { openParts } from "./parts.server.ts";

const marked = (mark: string) => `<template data-part="${mark}"></template>`;

/** Renders one part as React would: its place is known, or has a start and an end. */
function rendered(parts: ReturnType<typeof openParts>, settings: object, key: string, html: string): string {
  const place = parts.place(settings, key);
  return "known" in place ? marked(place.known) : marked(place.start) + html + marked(place.end);
}

test("a part of an earlier page repeats for equal key and settings", () => {
  const settings = {};
  const first = openParts("a1");
  expect(first.assemble(`<p>${rendered(first, settings, "en 1 x", "<b>one</b>")}</p>`)).toBe(
    "<p><b>one</b></p>",
  );
  const second = openParts("a2");
  expect(second.assemble(`<i>${rendered(second, settings, "en 1 x", "not rendered")}</i>`)).toBe(
    "<i><b>one</b></i>",
  );
});

test("other settings and another key get a new part", () => {
  const first = openParts("a1");
  first.assemble(rendered(first, {}, "en 1 x", "one"));
  const settings = {};
  const second = openParts("a2");
  expect(second.assemble(rendered(second, settings, "en 1 x", "two"))).toBe("two");
  const third = openParts("a3");
  expect(third.assemble(rendered(third, settings, "en 1 y", "three"))).toBe("three");
});

test("a part inside a part is kept with it and alone", () => {
  const settings = {};
  const first = openParts("a1");
  const outerPlace = first.place(settings, "outer");
  if ("known" in outerPlace) throw new Error("the part is new");
  const inner = rendered(first, settings, "inner", "in");
  expect(first.assemble(`${marked(outerPlace.start)}(${inner})${marked(outerPlace.end)}.`)).toBe("(in).");
  const second = openParts("a2");
  const [outer, alone] = [rendered(second, settings, "outer", ""), rendered(second, settings, "inner", "")];
  expect(second.assemble(`${outer} ${alone}`)).toBe("(in) in");
});

test("a mark of another page is only text", () => {
  const parts = openParts("a1");
  const html = `${rendered(parts, {}, "key", "part")}${marked("a2-known-0")}`;
  expect(parts.assemble(html)).toBe(`part${marked("a2-known-0")}`);
});

test("the parts used last stay when many others come", () => {
  const settings = {};
  const once = openParts("a1");
  once.assemble(rendered(once, settings, "old", "o".repeat(1_000)));
  once.assemble(rendered(once, settings, "used", "u".repeat(1_000)));
  for (let at = 0; at < 8; at++) {
    const parts = openParts(`b${at}`);
    parts.assemble(rendered(parts, settings, `large ${at}`, "l".repeat(900_000)));
    parts.assemble(rendered(parts, settings, "used", "rendered again"));
  }
  const last = openParts("c1");
  expect(last.assemble(rendered(last, settings, "used", "rendered again"))).toBe("u".repeat(1_000));
  expect(last.assemble(rendered(last, settings, "old", "rendered again"))).toBe("rendered again");
});

test("a kept part does not hold its page in memory", () => {
  const settings = {};
  const heapUsed = () => {
    setFlagsFromString("--expose-gc");
    runInNewContext("gc")();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const before = heapUsed();
  for (let page = 0; page < 50; page++) {
    const parts = openParts(`page${page}`);
    const part = rendered(parts, settings, `key ${page}`, `part ${page} of a page`);
    parts.assemble(Buffer.alloc(1e6, "x").toString() + part);
  }
  expect(heapUsed() - before).toBeLessThan(10);
});
