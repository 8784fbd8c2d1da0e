import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import { inlineScript } from "./vite.inline-script.ts";

/** The oldest browsers we style for: phones bought before 2021 are still in many hands. */
const oldest = { chrome: 88 << 16, safari: 14 << 16, firefox: 85 << 16 };

export default defineConfig({
  plugins: [inlineScript(), reactRouter(), plainImports(), compressOnce()],
  build: {
    manifest: true,
    cssMinify: "lightningcss",
    assetsInlineLimit: 0,
    modulePreload: false,
  },
  css: { transformer: "lightningcss", lightningcss: { targets: oldest } },
  environments: {
    client: {
      build: { target: "es2020", rollupOptions: { input: ["app/browser/small-script.ts"] } },
    },
    ssr: { build: { rollupOptions: { input: "app/serve.server.ts" } } },
  },
});

/**
 * Vite wraps each `import()` in a loader that fetches ahead, even where it is told to fetch nothing ahead: a third of the
 * public pages' script. Islands ask for React themselves, so the imports stand as they were written.
 */
function plainImports(): Plugin {
  return {
    name: "amana:plain-imports",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    renderChunk(code) {
      const plain = code
        .replaceAll(/__vitePreload\(\(\) => (import\(.*?), __VITE_PRELOAD__\)/g, "$1")
        .replace(/^import \{ \w+ as __vitePreload \} from .*$/m, "");
      // A chunk that others share the loader from still names it.
      return plain.replace(/^var __vitePreload = /m, "var __vitePreload = 0; /* @__PURE__ */ void ");
    },
  };
}

/**
 * What browsers are sent compressed is compressed by the build, as small as it gets, and not at every start. The list of
 * the staff area's routes comes with the server's bundle only.
 */
function compressOnce(): Plugin {
  return {
    name: "amana:compress-once",
    apply: "build",
    async writeBundle() {
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
