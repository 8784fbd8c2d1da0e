import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // Public pages carry no framework, so nobody would ever ask for the list of all routes.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
