import { expect, test } from "vitest";
import { asHeader, cookieIn, isKnownVisitor, secureCookie, ownCookies } from "./cookies.ts";

test.each([
  "amana.session=a",
  "theme=dark;amana.session=a",
  "theme=dark;\tamana.session=a;x",
  ";;amana.session = a",
])("a session is found in %j", (header) => {
  expect(cookieIn(header, "amana.session")).toBe("a");
  expect(isKnownVisitor(ownCookies(header, false))).toBe(true);
});

test.each(["xamana.session=a", "theme=amana.session=a", "amana.session", "amana.device=a", ""])(
  "no session is seen in %j",
  (header) => expect(isKnownVisitor(ownCookies(header, false))).toBe(false),
);

test("the first of two cookies with one name counts everywhere", () => {
  const own = ownCookies("amana.session=first;amana.session=second", false);
  expect(own.get("amana.session")).toBe("first");
  expect(asHeader(own)).toBe("amana.session=first");
});

test("under TLS only cookies bound to this host count", () => {
  const planted = ownCookies("amana.session=planted; __Host-amana.session=own", true);
  expect(asHeader(planted)).toBe("amana.session=own");
  expect(isKnownVisitor(ownCookies("amana.session=planted", true))).toBe(false);
  expect(isKnownVisitor(ownCookies("__Host-amana.session=own", false))).toBe(false);
});

test("under TLS a response cookie is bound to this host and secure", () => {
  expect(secureCookie("amana_donations=a; Path=/; HttpOnly", true)).toBe(
    "__Host-amana_donations=a; Path=/; HttpOnly; Secure",
  );
  expect(secureCookie("amana.session=a; Path=/; Secure; HttpOnly", true)).toBe(
    "__Host-amana.session=a; Path=/; Secure; HttpOnly",
  );
  expect(secureCookie("amana_donations=a; Path=/", false)).toBe("amana_donations=a; Path=/");
});
