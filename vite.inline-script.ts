import { build, type Plugin } from "vite";

/** Imports a file with its imports as the text of one minified script: `import text from "./first.ts?inline-script"`. */
export function inlineScript(): Plugin {
  return {
    name: "amana:inline-script",
    enforce: "pre",
    async load(id) {
      const path = /^(.+)\?inline-script$/.exec(id)?.[1];
      if (path === undefined) return null;
      this.addWatchFile(path);
      return `export default ${JSON.stringify(await buildScript(path))};`;
    },
  };
}

async function buildScript(path: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      write: false,
      target: "es2020",
      minify: true,
      lib: { entry: path, formats: ["iife"], name: "amana" },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (output === undefined || !("output" in output)) throw new Error(`${path} was not built`);
  return output.output[0].code.trim();
}
