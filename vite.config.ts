import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import { compiledMessages } from "./vite.compiled-messages.ts";
import { inlineScript } from "./vite.inline-script.ts";
import { listOnlyStaffRoutes, staffGroups, staffScripts } from "./vite.staff-scripts.ts";

/** The oldest browsers that we style for: many people still use phones bought before 2021. */
const oldest = { chrome: 88, safari: 14, firefox: 85 };
const oldestTargets = {
  chrome: oldest.chrome << 16,
  safari: oldest.safari << 16,
  firefox: oldest.firefox << 16,
};

export default defineConfig({
  plugins: [
    compiledMessages(),
    inlineScript(),
    plainElements(),
    staffScripts(),
    reactRouter(),
    plainImports(),
    compressOnce(),
  ],
  build: {
    manifest: true,
    cssMinify: "lightningcss",
    // Without this, minifying for the server's Node writes media queries that old browsers ignore.
    cssTarget: Object.entries(oldest).map(([name, version]) => `${name}${version}`),
    assetsInlineLimit: 0,
    modulePreload: false,
  },
  css: {
    transformer: "lightningcss",
    lightningcss: { targets: oldestTargets, drafts: { customMedia: true } },
  },
  environments: {
    client: {
      build: {
        target: "es2020",
        rollupOptions: {
          input: ["app/browser/small-script.ts"],
          // Hashes do not compress, and the small script names each island's file.
          output: { chunkFileNames: "assets/[name]-[hash:7].js", codeSplitting: { groups: staffGroups } },
        },
      },
    },
    ssr: { build: { rollupOptions: { input: "app/serve.server.ts" } } },
  },
});

/**
 * Vite wraps each `import()` in a preloader, even if preloading is off: a third of the public pages' script. Islands
 * request React themselves, so the imports are restored as written.
 */
function plainImports(): Plugin {
  return {
    name: "amana:plain-imports",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    renderChunk(code, { fileName }) {
      const plain = code
        .replaceAll(/__vitePreload\(\(\) => (import\(.*?), __VITE_PRELOAD__\)/g, "$1")
        .replaceAll(/__vitePreload\((async \(\) => \{.*?\}), __VITE_PRELOAD__\)/gs, "($1)()")
        .replace(/^import \{ \w+ as __vitePreload \} from .*$/m, "");
      if (plain.includes("__vitePreload(() =>") || plain.includes("__vitePreload(async"))
        throw new Error(`an import() in ${fileName} still has its preloader`);
      // Chunks that share the loader with others still name it.
      return plain.replace(/^var __vitePreload = /m, "var __vitePreload = 0; /* @__PURE__ */ void ");
    },
  };
}

/**
 * A file imported with `?plain`, and all files of ours that it imports, become separate copies that build DOM nodes
 * instead of React elements. Separate copies also arrive as one file.
 */
function plainElements(): Plugin {
  return {
    name: "amana:plain-elements",
    enforce: "pre",
    async resolveId(source, importer, options) {
      if (!importer?.endsWith("?plain")) return null;
      if (/^react\/jsx-(?:dev-)?runtime$/.test(source))
        return join(import.meta.dirname, "app/browser/elements.ts");
      const found = await this.resolve(source, importer.slice(0, -"?plain".length), {
        ...options,
        skipSelf: true,
      });
      // Later code is no copy, and the build's own helpers have no file to copy.
      if (!found || options.kind === "dynamic-import" || found.id.startsWith("\0")) return found;
      return `${found.id}?plain`;
    },
  };
}

/**
 * The build compresses browser files once at the highest level, instead of at every start. Only the server's bundle
 * contains the list of the staff area's routes.
 */
function compressOnce(): Plugin {
  return {
    name: "amana:compress-once",
    apply: "build",
    async writeBundle() {
      await listOnlyStaffRoutes("build/client");
      for (const entry of await readdir("build/client", { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(?:js|css|svg|txt|webmanifest)$/.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        if (existsSync(`${path}.br`)) continue;
        const bytes = await readFile(path);
        await writeFile(`${path}.br`, brotliCompressSync(bytes));
        await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
