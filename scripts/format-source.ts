import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Formats a text as `npm run format` would format this file. */
export function formatSource(file: URL, source: string): string {
  const program = resolve("node_modules/.bin/oxfmt");
  const options = { input: source, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 } as const;
  const { status, stdout, stderr } = spawnSync(program, ["--stdin-filepath", fileURLToPath(file)], options);
  if (status !== 0) throw new Error(`${file.pathname} cannot be formatted: ${stderr}`);
  return stdout;
}
