import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";

const campaigns = [
  ...["ablution-block", "cash-waqfu", "conference-center", "fun-run-2025", "girls-dormitories"],
  ...["student-scholarship", "zakat"],
];
const read = (name: string) => readFile(new URL(`pictures/${name}.svg`, import.meta.url));

/** A disc in the colour of light that covers what is behind it. Lamps are smaller or clear. */
const sun =
  /<circle (?=[^>]*\br="(?:[4-9]\d|\d{3})(?:\.\d+)?")(?=[^>]*\bfill="(?:url\(#sun\)|#f3d38b|#fff3d0)")(?![^>]*opacity)[^>]*>/g;

test.each([...campaigns, "about-1", "about-2", "vice-chancellor"])("%s has at most one sun", async (name) => {
  const suns = (await read(name)).toString().match(sun) ?? [];
  expect(suns.length).toBeLessThanOrEqual(1);
});

test("the day's suns are found at all", async () => {
  const found = await Promise.all(campaigns.map(async (name) => (await read(name)).toString().match(sun)));
  expect(found.filter((suns) => suns !== null).length).toBeGreaterThanOrEqual(4);
});

/** The mean colour of the upper part, where the sky or the room is. */
async function lightOf(name: string): Promise<number[]> {
  const { channels } = await sharp(await read(name))
    .resize(120, 75, { fit: "fill" })
    .extract({ left: 0, top: 0, width: 120, height: 9 })
    .removeAlpha()
    .toBuffer()
    .then((upper) => sharp(upper).stats());
  return channels.map(({ mean }) => mean);
}

test("each campaign's drawing has an hour of the day for itself", async () => {
  const lights = await Promise.all(campaigns.map(async (name) => ({ name, light: await lightOf(name) })));
  for (const [at, one] of lights.entries())
    for (const other of lights.slice(at + 1)) {
      const difference = Math.hypot(
        ...one.light.map((value, channel) => value - (other.light[channel] ?? 0)),
      );
      expect(difference, `${one.name} and ${other.name}`).toBeGreaterThan(25);
    }
});
