import { expect, test } from "vitest";
import { rememberDonation } from "./own-donations.server.ts";

const begun = (id: string) => ({ externalId: id, receiptKey: `key-of-${id}` });
const idsIn = (cookie: string) => [...cookie.matchAll(/(\w+):key/g)].map(([, id]) => id);

test("a browser owns its last six donations, newest first, each once", () => {
  let cookie = "";
  for (const id of ["a", "b", "c", "d", "e", "f", "g", "c"])
    cookie = rememberDonation(cookie, begun(id)).split(";")[0] ?? "";
  expect(idsIn(cookie)).toEqual(["c", "g", "f", "e", "d", "b"]);
});

test("a forged cookie with hundreds of entries is read only in part", () => {
  const forged = `amana_donations=${Array.from({ length: 300 }, (_, at) => `g${at}:k`).join("|")}`;
  const kept = rememberDonation(forged, begun("g7"));
  expect(kept.match(/amana_donations=([^;]*)/)?.[1]?.split("|")).toEqual([
    "g7:key-of-g7",
    ...["g0:k", "g1:k", "g2:k", "g3:k", "g4:k"],
  ]);
});
