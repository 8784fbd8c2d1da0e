import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // Public pages load no framework, so the list of all routes is never requested.
  splitRouteModules: false,
  routeDiscovery: { mode: "initial" },
} satisfies Config;
