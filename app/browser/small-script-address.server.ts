import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const manifestShape = z.record(z.string(), z.object({ file: z.string() }));
const entry = "app/browser/small-script.ts";
let address = `/${entry}`;

/** The one small script of the public pages, under the name that the build gave it. */
export async function loadScripts(clientFolder: string): Promise<void> {
  const manifest = manifestShape.parse(
    JSON.parse(await readFile(join(clientFolder, ".vite/manifest.json"), "utf8")),
  );
  const found = manifest[entry];
  if (!found) throw new Error(`the build has no ${entry}`);
  address = `/${found.file}`;
}

export const siteScript = (): string => address;
