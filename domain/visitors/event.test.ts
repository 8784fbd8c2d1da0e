import { expect, test } from "vitest";
import { readConsent } from "./consent.ts";
import { deviceOf, languageOfBrowser, linkOf, readSentEvent, sourceOf } from "./event.ts";

const sessionId = "1764000000000-k3j2h1";
const agreed = { analytics: true, marketing: false, functional: true, version: 2 };

test.each([
  [{ ...agreed, analytics: false }],
  [{ ...agreed, analytics: "true" }],
  [{ ...agreed, version: 1 }],
  [{ analytics: true, marketing: true, functional: true }],
  [null],
  ["accept"],
])("%j is no agreement", (record) => {
  expect(readConsent(record)).toBeNull();
});

test("an agreement of the present version counts", () => {
  expect(readConsent(agreed)).toEqual({ analytics: true, marketing: false, version: 2 });
});

const sources = (typed: Record<string, string>) => ({ referrer: null, ...typed });

test.each([
  [{ referrer: "https://www.google.com/search?q=asha+juma" }, "google.com"],
  [{ referrer: "https://fund.example/donations/zakat_1?key=secret" }, null],
  [{ referrer: "https://192.0.2.7/" }, null],
  [{ referrer: "javascript:alert(1)" }, null],
  [{ referrer: "https://t.co/x", utmSource: "Newsletter" }, "newsletter"],
  [{ utmSource: "asha@example.org" }, null],
  [{ utmSource: "0712 345 678" }, null],
  [{ utmSource: "<script>" }, null],
])("the source of %j is %s", (typed, source) => {
  expect(sourceOf(sources(typed), "fund.example")).toBe(source);
});

test("a link keeps its plain words only", () => {
  const typed = { utmSource: "newsletter", utmMedium: "asha@example.org", utmCampaign: "Ramadan 2026" };
  expect(linkOf(sources(typed))).toBe("newsletter / ramadan 2026");
  expect(linkOf(sources({}))).toBeNull();
});

test.each([
  ["Mozilla/5.0 (Linux; Android 14; SM-A145F) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36", "phone"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148", "phone"],
  ["Mozilla/5.0 (Linux; Android 13; SM-X200) AppleWebKit/537.36 Chrome/130.0 Safari/537.36", "tablet"],
  ["Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) Mobile/15E148", "tablet"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36", "laptop"],
  ["", "laptop"],
])("%s is a %s", (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});

test.each([
  ["sw-TZ,sw;q=0.9,en;q=0.8", "sw"],
  ["EN", "en"],
  ["*", null],
  ["swahili", null],
  ["", null],
])("the language of %j is %s", (accepted, language) => {
  expect(languageOfBrowser(accepted)).toBe(language);
});

const view = { type: "page_view", sessionId, data: { path: "/", title: "Home", referrer: "" } };

test.each([
  [{ ...view, type: "click" }],
  [{ ...view, sessionId: "asha" }],
  [{ ...view, data: { path: "about" } }],
  [{ ...view, data: { path: "/", phone: "255712345678" } }],
  [{ type: "event", sessionId, data: { eventType: "search", action: "asha", path: "/" } }],
  [{ type: "page_view_end", sessionId, data: { path: "/", timeSpent: -1, scrollDepth: 5 } }],
  [{ type: "consent", sessionId, data: { name: "Asha" } }],
])("%j is not an event", (body) => {
  expect(readSentEvent(body)).toBeNull();
});

test("an event of the specification is read", () => {
  expect(readSentEvent(view)).toEqual(view);
  const all = { category: "campaign", label: "", value: 1, metadata: { from: "card" } };
  const share = { eventType: "share", action: "sms", path: "/campaigns/zakat", ...all };
  expect(readSentEvent({ type: "event", sessionId, data: share })?.data).toEqual(share);
});
