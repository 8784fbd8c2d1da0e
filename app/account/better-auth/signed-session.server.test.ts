import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { readsSignedSessions } from "./signed-session.server.ts";

const secret = "a secret of one installation";
const read = readsSignedSessions(secret);
const session = (value: string) => new Map([["amana.session", value]]);

/** As better-auth writes it. The tests over HTTP read real ones. */
const cookieOf = (token: string, by = secret) =>
  encodeURIComponent(`${token}.${createHmac("sha256", by).update(token).digest("base64")}`);

test.each(["kXo3vQ9", "two.parts", "é ñ"])("the token %s is read with its signature", (token) => {
  expect(read(session(cookieOf(token)))).toBe(token);
});

test.each([
  ["of another installation", () => cookieOf("token", "another secret")],
  ["of another token", () => cookieOf("token").replace("token", "tokens")],
  ["without its end", () => cookieOf("token").slice(0, -4)],
  ["without a token", () => cookieOf("token").replace("token", "")],
  ["without a signature", () => "token"],
  ["with an empty signature", () => "token."],
  ["that is damaged", () => "%E0%A4%A"],
  ["that is empty", () => ""],
])("a cookie %s shows no session", (_kind, cookie) => {
  expect(read(session(cookie()))).toBeNull();
});

test("a visitor without the cookie has no session", () => {
  expect(read(new Map())).toBeNull();
});
