import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

/** The oldest browsers we style for: phones bought before 2021 are still in many hands. */
const oldest = { chrome: 88 << 16, safari: 14 << 16, firefox: 85 << 16 };

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    manifest: true,
    cssMinify: "lightningcss",
    assetsInlineLimit: 0,
    // Its list of what to fetch ahead would be a third of the public pages' script; islands ask for React themselves.
    modulePreload: false,
  },
  css: { transformer: "lightningcss", lightningcss: { targets: oldest } },
  environments: {
    client: {
      build: { target: "es2020", rollupOptions: { input: ["app/islands/wake.ts"] } },
    },
    ssr: { build: { rollupOptions: { input: "app/serve.server.ts" } } },
  },
});
