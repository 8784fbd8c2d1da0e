import type { Config } from "#config";

/** The addresses of the site: as printed, as this machine calls it, and as the public knows it. */
export function addressesOf({ host, publicUrl }: Config, port: number) {
  const url = `http://${host}:${port}`;
  return { url, local: `http://${reachable(host)}:${port}`, origin: publicUrl ?? url };
}

/** A wildcard address cannot be called. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
