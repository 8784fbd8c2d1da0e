import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const manifestShape = z.record(z.string(), z.object({ file: z.string() }));
const entries = {
  site: "app/browser/small-script.ts",
  calculators: "app/site/zakat/calculators.island.ts?plain",
};
const addresses = { site: `/${entries.site}`, calculators: `/${entries.calculators}` };

/** Scripts that public pages name, under the names that the build gave them. */
export async function loadScripts(clientFolder: string): Promise<void> {
  const manifest = manifestShape.parse(
    JSON.parse(await readFile(join(clientFolder, ".vite/manifest.json"), "utf8")),
  );
  const addressOf = (entry: string) => {
    const found = manifest[entry];
    if (!found) throw new Error(`the build has no ${entry}`);
    return `/${found.file}`;
  };
  addresses.site = addressOf(entries.site);
  addresses.calculators = addressOf(entries.calculators);
}

/** The one small script of the public pages. */
export const siteScript = (): string => addresses.site;

/** The calculators, which their pages load before a touch. */
export const calculatorScript = (): string => addresses.calculators;
