import { createServer } from "vite";
import type { Development } from "#app/serve.server.ts";

/** Serves the sources through Vite, which reloads changed files. */
export async function develop(): Promise<{
  development: Development;
  loadSite: () => Promise<typeof import("#app/serve.server.ts")>;
  stop: () => Promise<void>;
}> {
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { port: 24_678 } },
    appType: "custom",
  });
  return {
    development: {
      files: (request, response, next) => vite.middlewares(request, response, next),
      routes: () => vite.ssrLoadModule("virtual:react-router/server-build"),
    },
    loadSite: async () =>
      (await vite.ssrLoadModule("/app/serve.server.ts")) as typeof import("#app/serve.server.ts"),
    stop: () => vite.close(),
  };
}
