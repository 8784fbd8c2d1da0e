import compile from "icu-minify/compile";
import { runnerImport, type Plugin } from "vite";
import { z } from "zod";

const treeShape = z.record(z.string(), z.unknown());
const moduleShape = z.object({ default: treeShape });

/**
 * Imports texts in a form that needs no parser of messages, neither on the server nor in the browser:
 * `import en from "./en.ts?compiled"`.
 */
export function compiledMessages(): Plugin {
  return {
    name: "amana:compiled-messages",
    enforce: "pre",
    async load(id) {
      const path = /^(.+)\?compiled$/.exec(id)?.[1];
      if (path === undefined) return null;
      const { module, dependencies } = await runnerImport(path);
      for (const file of [path, ...dependencies]) this.addWatchFile(file);
      return `export default ${JSON.stringify(compiled(moduleShape.parse(module).default))};`;
    },
  };
}

const compiled = (texts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === "string" ? compile(text) : compiled(treeShape.parse(text)),
    ]),
  );
