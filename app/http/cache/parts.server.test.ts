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
  expect(first.assemble(`<p>${rendered(first, settings, "en 1 x", "<b>one</b>")}</p>`).html).toBe(
    "<p><b>one</b></p>",
  );
  const second = openParts("a2");
  expect(second.assemble(`<i>${rendered(second, settings, "en 1 x", "not rendered")}</i>`).html).toBe(
    "<i><b>one</b></i>",
  );
});

test("other settings and another key get a new part", () => {
  const first = openParts("a1");
  first.assemble(rendered(first, {}, "en 1 x", "one"));
  const settings = {};
  const second = openParts("a2");
  expect(second.assemble(rendered(second, settings, "en 1 x", "two")).html).toBe("two");
  const third = openParts("a3");
  expect(third.assemble(rendered(third, settings, "en 1 y", "three")).html).toBe("three");
});

test("a part inside a part is kept with it and alone", () => {
  const settings = {};
  const first = openParts("a1");
  const outerPlace = first.place(settings, "outer");
  if ("known" in outerPlace) throw new Error("the part is new");
  const inner = rendered(first, settings, "inner", "in");
  expect(first.assemble(`${marked(outerPlace.start)}(${inner})${marked(outerPlace.end)}.`).html).toBe(
    "(in).",
  );
  const second = openParts("a2");
  const [outer, alone] = [rendered(second, settings, "outer", ""), rendered(second, settings, "inner", "")];
  expect(second.assemble(`${outer} ${alone}`).html).toBe("(in) in");
});

test("a mark of another page is only text", () => {
  const parts = openParts("a1");
  const html = `${rendered(parts, {}, "key", "part")}${marked("a2-known-0")}`;
  expect(parts.assemble(html).html).toBe(`part${marked("a2-known-0")}`);
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
  expect(last.assemble(rendered(last, settings, "used", "rendered again")).html).toBe("u".repeat(1_000));
  expect(last.assemble(rendered(last, settings, "old", "rendered again")).html).toBe("rendered again");
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

/** Shows one figure as React would. */
function figureIn(parts: ReturnType<typeof openParts>, html: string): string {
  const { start, end } = parts.placeFigure({ again: async () => null });
  return marked(start) + html + marked(end);
}

const placesIn = ({ html, figures }: ReturnType<ReturnType<typeof openParts>["assemble"]>) =>
  figures.map(({ from, to }) => Buffer.from(html).subarray(from, to).toString());

test("the places of figures are found in bytes, after letters of several bytes", () => {
  const parts = openParts("a1");
  const page = parts.assemble(`ñandú – ${figureIn(parts, "TSh 1 – é")}<p>${figureIn(parts, "")}</p>`);
  expect(page.html).toBe("ñandú – TSh 1 – é<p></p>");
  expect(placesIn(page)).toEqual(["TSh 1 – é", ""]);
});

test("a figure inside a part is found in each page that repeats the part", () => {
  const settings = {};
  const first = openParts("a1");
  const place = first.place(settings, "card");
  if ("known" in place) throw new Error("the part is new");
  const part = `${marked(place.start)}<b>${figureIn(first, "5%")}</b>${marked(place.end)}`;
  expect(placesIn(first.assemble(`${figureIn(first, "all")}<i>${part}</i>`))).toEqual(["all", "5%"]);
  const second = openParts("a2");
  const page = second.assemble(`<u>${rendered(second, settings, "card", "not rendered")}</u>`);
  expect(page.html).toBe("<u><b>5%</b></u>");
  expect(placesIn(page)).toEqual(["5%"]);
});
