import { expect, test } from "vitest";
import { addressesOfHosts, needsPrimary, placeOf, readAddress } from "./address.ts";

test.each([
  ["postgres://u:p@a:5433,b/db", ["a:5433/db", "b:5432/db"]],
  ["postgresql://u:p@[::1]:5433,10.0.0.2:5434/db?sslmode=require", ["::1:5433/db", "10.0.0.2:5434/db"]],
  ["postgres://u:p@a/db", ["a/db"]],
  ["postgres:///db?host=/run/postgresql", ["/run/postgresql:5432/db"]],
])("%s names its hosts", (text, places) => {
  const address = readAddress(text) ?? "";
  expect(addressesOfHosts(address).map(placeOf)).toEqual(places);
});

test.each([
  "mysql://a/db",
  "postgres://a,,b/db",
  "postgres://a:x,b/db",
  "postgres://a,b/db?target_session_attrs=standby",
])("%s is no address", (text) => expect(readAddress(text)).toBeNull());

test.each([
  ["postgres://a,b/db", true],
  ["postgres://a,b/db?target_session_attrs=any", false],
  ["postgres://a/db", false],
  ["postgres://a/db?target_session_attrs=read-write", true],
])("%s needs a primary: %s", (text, needed) => {
  expect(needsPrimary(readAddress(text) ?? "")).toBe(needed);
});
