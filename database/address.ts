/**
 * PostgreSQL's own form with several hosts (`postgres://a:5432,b:5432/name`) is no URL. Its programs also accept the
 * list in the query, and we keep that form. Null if the text is neither.
 */
export function readAddress(text: string): string | null {
  const [, start = "", login = "", hosts = "", rest = ""] =
    /^(postgres(?:ql)?:\/\/)([^@/?]*@)?([^/?@]*)(.*)$/s.exec(text) ?? [];
  if (start === "") return null;
  const [first = "", ...others] = hosts.split(",");
  const url = URL.parse(`${start}${login}${first}${rest}`);
  if (url === null) return null;
  if (others.length > 0) {
    const places = [first, ...others].map((host) => URL.parse(`${start}${host}`));
    if (places.some((place) => place === null || place.hostname === "")) return null;
    url.searchParams.set("host", places.map((place) => place?.hostname).join(","));
    url.searchParams.set("port", places.map((place) => place?.port || usualPort).join(","));
  }
  return hasKnownTarget(url) ? url.href : null;
}

/** The same address for each host of the list. */
export function addressesOfHosts(address: string): string[] {
  const url = new URL(address);
  const hosts = url.searchParams.get("host")?.split(",") ?? [];
  if (hosts.length < 2) return [address];
  const ports = url.searchParams.get("port")?.split(",") ?? [];
  return hosts.map((host, at) => {
    const one = new URL(url);
    one.searchParams.delete("port");
    one.searchParams.set("host", host.replace(/^\[(.*)\]$/, "$1"));
    one.port = ports[at] ?? ports[0] ?? usualPort;
    return one.href;
  });
}

/** With several hosts, only one of them takes writes, and a failover can change which one. */
export function needsPrimary(address: string): boolean {
  const { searchParams } = new URL(address);
  const target = searchParams.get("target_session_attrs");
  return target === null ? addressesOfHosts(address).length > 1 : writable.has(target);
}

/** For messages: hosts and database, without user and password. */
export function placeOf(address: string): string {
  const hosts = addressesOfHosts(address).map((each) => {
    const { host, port, searchParams } = new URL(each);
    const named = searchParams.get("host");
    return named === null ? host : `${named}:${port || usualPort}`;
  });
  return `${hosts.join(", ")}${new URL(address).pathname}`;
}

/** The address of a pooler that gives each transaction another connection, so nothing of a session stays. */
export function asPooled(address: string): string {
  return withParameter(address, pooling, "transaction");
}

export function isPooled(address: string): boolean {
  return new URL(address).searchParams.get(pooling) === "transaction";
}

export function withLogin(address: string, login: Pick<URL, "username" | "password">): string {
  const url = new URL(address);
  url.username = login.username;
  url.password = login.password;
  return url.href;
}

export function withParameter(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}

const pooling = "pooling";
const usualPort = "5432";
const writable = new Set(["read-write", "primary"]);

function hasKnownTarget({ searchParams }: URL): boolean {
  const target = searchParams.get("target_session_attrs");
  return target === null || target === "any" || writable.has(target);
}
