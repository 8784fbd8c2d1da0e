/**
 * Makes the fonts in `public/fonts/` again: `node scripts/subset-fonts.mjs <folder>`. The site does not need its packages,
 * so they are installed in a separate folder. `public/fonts/README.md` names them.
 */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Name the folder with the packages: node scripts/subset-fonts.mjs <folder>");
const packages = createRequire(join(folder, "package.json"));
const subset = packages("subset-font");

/** The characters of English and Kiswahili. Other characters are shown in a font of the reader's system. */
const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join("");
const forText = `${ascii}\u00a0‘’“”–—…·•×÷−≥≤±°©→←✓`;
/** Headings have no addresses and formulas. */
const forHeadings = forText.replaceAll(/[\^`{}|~<>\\_@#$±°©→←✓≥≤÷•]/g, "");

/** Kerning, ligatures, and digits of equal width for sums. */
const keepFeatures = ["kern", "liga", "lnum", "tnum"];

/** The number and the heading of the page "Pay by number", which has no room for a whole font. */
const forNumber = "0123456789 Pay by number Lipa kwa namba";

const fonts = [
  ["source-serif-4/files/source-serif-4-latin-600-normal.woff2", "amana-serif-600.woff2", forHeadings],
  ["figtree/files/figtree-latin-400-normal.woff2", "amana-sans-400.woff2", forText],
  ["figtree/files/figtree-latin-600-normal.woff2", "amana-sans-600.woff2", forText],
  ["source-serif-4/files/source-serif-4-latin-600-normal.woff2", "amana-figures-600.woff2", forNumber],
];

for (const [file, name, text] of fonts) {
  const whole = await readFile(packages.resolve(`@fontsource/${file}`));
  const features = text === forNumber ? ["lnum", "tnum"] : keepFeatures;
  const small = await subset(whole, text, { targetFormat: "woff2", keepFeatures: features });
  await writeFile(join("public/fonts", name), small);
  console.log(name, whole.length, small.length);
}
