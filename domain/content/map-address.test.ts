import { expect, test } from "vitest";
import { mapAddress } from "./map-address.ts";
import { sectionIn, sectionSchemas } from "./sections.ts";

const link = "https://www.openstreetmap.org/#map=14/-6.8278/37.6695";
const osm = "https://www.openstreetmap.org/export/embed.html?bbox=37.62%2C-6.87&layer=mapnik";

test.each([osm, "https://www.google.com/maps/embed?pb=x", "https://maps.google.com/maps?q=x"])(
  "a map at %s is accepted",
  (address) => expect(mapAddress(address)).toBe(address),
);

test.each([
  "https://evil.example/embed",
  "http://www.openstreetmap.org/embed",
  "https://www.openstreetmap.org.evil.example/",
  "https://www.openstreetmap.org:8443/",
  "https://a@www.openstreetmap.org/",
  "https://x;script-src\t*/",
  "https://x;\nscript-src 'unsafe-inline'",
  "https://www.openstreetmap.org;script-src",
  "//www.openstreetmap.org/",
  "javascript:alert(1)",
  "",
])("a map at %j is refused, and hidden if stored earlier", (address) => {
  expect(mapAddress(address)).toBeNull();
  if (address === "") return;
  expect(sectionSchemas.map.safeParse({ embed: address, link }).success).toBe(false);
  expect(sectionIn("map", { embed: address, link })).toEqual({ embed: null, link });
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "/\tevil.example",
  "/a\\b",
  "https://",
  "javascript:x",
  "mailto:a@b.c",
])("a submenu does not link to %j", (address) => {
  const submenus = { about: [{ label: { en: "x" }, address }], advisory: [], campaigns: [], contact: [] };
  expect(sectionSchemas.submenus.safeParse(submenus).success).toBe(false);
  expect(sectionIn("submenus", submenus).about).toEqual([]);
});
