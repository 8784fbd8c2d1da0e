import { execFileSync } from "node:child_process";
import { networkInterfaces } from "node:os";

export type Network = {
  /** The address of everything that is on no machine of the database. */
  center: string;
  addressOf(machine: string): string;
  /** Starts a command on the machine. */
  enter(machine: string): readonly string[];
  /** Takes the cable out. No packet says so to either side. Returns how to plug it in again. */
  cut(machine: string): () => void;
};

/** Addresses for documentation. No machine of the internet has them. */
const prefix = "192.0.2";
export const range = `${prefix}.0/24`;

/** A switch, and a network namespace for each machine. `npm run faults:machines` begins in a namespace that ends with it. */
export function layNetwork(machines: readonly string[]): Network {
  if (Object.keys(networkInterfaces()).length > 0)
    throw new Error("This would change the network of this machine. Start it with npm run faults:machines.");
  const ip = (line: string) =>
    execFileSync("ip", line.split(" "), { stdio: ["ignore", "inherit", "inherit"] });
  execFileSync("sh", ["-c", "mkdir -p /run/netns && mount -t tmpfs tmpfs /run/netns"]);
  const center = `${prefix}.1`;
  const addressOf = (machine: string) => `${prefix}.${machines.indexOf(machine) + 2}`;
  ip("link set lo up");
  ip("link add switch type bridge");
  ip(`addr add ${center}/24 dev switch`);
  ip("link set switch up");
  for (const machine of machines) {
    ip(`netns add ${machine}`);
    ip(`link add to-${machine} type veth peer name cable netns ${machine}`);
    ip(`link set to-${machine} master switch up`);
    ip(`-n ${machine} link set lo up`);
    ip(`-n ${machine} addr add ${addressOf(machine)}/24 dev cable`);
    ip(`-n ${machine} link set cable up`);
  }
  return {
    ...{ center, addressOf },
    enter: (machine) => ["nsenter", `--net=/run/netns/${machine}`, "--"],
    cut(machine) {
      // A link that is down would tell the machine's own programs.
      ip(`link set to-${machine} nomaster`);
      return () => void ip(`link set to-${machine} master switch`);
    },
  };
}
