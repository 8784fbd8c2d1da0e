import { expect, test } from "vitest";
import { noticeCookieName } from "./cookies.ts";
import { noticeCookie, readNotice, type Notice } from "./notice.server.ts";

const received = (notice: Notice) => {
  const [pair = ""] = noticeCookie(notice).split(";", 1);
  return readNotice(new Map([[noticeCookieName, pair.slice(`${noticeCookieName}=`.length)]]));
};

test("a short notice arrives as it was written", () => {
  const notice = { tone: "success", title: "Saved", undo: { to: "/admin/team", sent: { id: "1" } } } as const;
  expect(received(notice)).toEqual(notice);
});

test("a long notice arrives shortened", () => {
  for (const letter of ["a", "ș", "ن", "漢", "😀"]) {
    const shown = received({ tone: "info", title: letter.repeat(300), text: letter.repeat(900) });
    expect(shown?.title, letter).toMatch(new RegExp(`^${letter}{99,199}…$`, "u"));
    expect(shown?.text, letter).toMatch(new RegExp(`^${letter}{249,499}…$`, "u"));
  }
});
