import { BlockList, isIPv6 } from "node:net";

const mapped = new BlockList();
mapped.addSubnet("::ffff:0:0", 96, "ipv6");

/** Some proxies add the client's port, which is another one for each connection. */
const withPort = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;

/** The key for rate limits. The owner of one IPv6 address has all 2⁶⁴ of its network. */
export function addressKey(written: string): string {
  const [, inBrackets, beforePort] = (written.includes(":") && withPort.exec(written)) || [];
  const address = inBrackets ?? beforePort ?? written;
  // The check for an IPv6 address is a long regular expression, and most addresses are IPv4.
  if (!address.includes(":") || !isIPv6(address)) return address;
  if (mapped.check(address, "ipv6")) return address.replace(/^.*:/, "");
  const [head = "", tail] = address.split("%")[0]?.toLowerCase().split("::") ?? [];
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(zeros, 0)).fill("0"), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
