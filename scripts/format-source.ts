import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";

/** Formats a generated file as `npm run format` would. */
export async function formatSource(file: URL, source: string): Promise<string> {
  const filepath = fileURLToPath(file);
  return format(source, { ...(await resolveConfig(filepath)), filepath });
}
