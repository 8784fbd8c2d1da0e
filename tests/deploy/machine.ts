import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";

export const domain = "fund.example";

type Result = { code: number | null; output: string };

/** A new Debian 13 in namespaces of this machine. Only its loopback network exists, except where packages are installed. */
export type Machine = AsyncDisposable & {
  root: string;
  /** As root, in one shell that ends at the first error. */
  run(commands: string, options?: { needsNetwork?: boolean }): Promise<Result>;
  /** A program of this project, in the network of the machine. */
  start(script: string, parameters: string[]): void;
};

const extraCertificates = "/usr/local/share/ca-certificates/check.crt";

export async function openMachine(folder: string, say: (line: string) => void): Promise<Machine> {
  const root = prepareRoot(folder, say);
  const holder = spawn(
    "unshare",
    ["--mount", "--pid", "--net", "--fork", "--kill-child", "bash", "-euc", held, "bash", root],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  await Promise.race([once(holder.stdout, "data"), once(holder, "exit")]);
  const inside = childOf(holder);
  const started: ChildProcess[] = [];
  const enter = (needsNetwork: boolean) => [
    ...["--target", String(inside), "--mount", "--pid"],
    ...(needsNetwork ? [] : ["--net"]),
  ];

  async function run(commands: string, { needsNetwork = false } = {}): Promise<Result> {
    // Started services can keep the output open, so it is a file and no pipe.
    const log = join(folder, "output");
    const file = openSync(log, "w");
    const child = spawn(
      "nsenter",
      [...enter(needsNetwork), "chroot", root, "bash", "-euo", "pipefail", "-c", `cd /root\n${commands}`],
      { env: environment(needsNetwork), stdio: ["ignore", file, file] },
    );
    closeSync(file);
    const [code]: (number | null)[] = await once(child, "exit");
    const output = readFileSync(log, "utf8");
    return { code: code ?? null, output };
  }

  return {
    root,
    run,
    start(script, parameters) {
      const child = spawn(
        "nsenter",
        ["--target", String(inside), "--net", process.execPath, resolve(script), ...parameters],
        { stdio: ["ignore", "inherit", "inherit"] },
      );
      started.push(child);
    },
    async [Symbol.asyncDispose]() {
      for (const child of started) child.kill();
      const ended = once(holder, "exit");
      holder.stdin.end();
      await ended;
    },
  };
}

/** Debian is copied, so that the next check need not install it again. */
function prepareRoot(folder: string, say: (line: string) => void): string {
  const base = join(folder, "debian-13");
  const root = join(folder, "root");
  if (!existsSync(join(base, ".complete"))) {
    say("Installing Debian 13 with debootstrap (kept for the next time) …");
    rmSync(base, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    // A server has systemd and its tools. The rest of a usual installation is left out, so that nothing is assumed.
    const packages = "systemd,systemd-sysv,ca-certificates,openssl,procps,iproute2";
    must("debootstrap", ["--variant=minbase", `--include=${packages}`, "trixie", base]);
    writeFileSync(join(base, ".complete"), "");
  }
  rmSync(root, { recursive: true, force: true });
  must("cp", ["-a", base, root]);
  furnish(root);
  return root;
}

/** The first process of the namespaces. It ends with this program, and then all others end. */
const held = `
  mount --bind "$1" "$1"
  mount -t proc proc "$1/proc"
  mount -t sysfs sysfs "$1/sys"
  mount --rbind /dev "$1/dev"
  mount -t tmpfs tmpfs "$1/run"
  ip link set lo up
  # systemd gives Caddy this right with AmbientCapabilities.
  sysctl -qw net.ipv4.ip_unprivileged_port_start=0
  echo ready
  exec cat > /dev/null`;

function furnish(root: string): void {
  const here = import.meta.dirname;
  for (const name of ["systemctl", "journalctl"]) {
    copyFileSync(join(here, "systemctl.sh"), join(root, "usr/local/bin", name));
    chmodSync(join(root, "usr/local/bin", name), 0o755);
  }
  // Packages do not start their services in a chroot.
  writeFileSync(join(root, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  // A disk that is thrown away needs no sync after each file.
  writeFileSync(join(root, "etc/dpkg/dpkg.cfg.d/check"), "force-unsafe-io\n");
  copyFileSync("/etc/resolv.conf", join(root, "etc/resolv.conf"));
  writeFileSync(join(root, "etc/hosts"), `127.0.0.1 localhost ${domain} mail.${domain}\n`);
  makeCertificates(root);
}

/** A private authority takes the place of the public one. */
function makeCertificates(root: string): void {
  const at = (path: string) => join(root, path);
  mkdirSync(at("etc/check"));
  const authority = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  must("openssl", [
    ...["req", ...authority, "-subj", "/CN=Authority of the check"],
    ...["-addext", "keyUsage=critical,keyCertSign,cRLSign"],
    ...["-keyout", at("etc/check/authority.key"), "-out", at("etc/check/authority.crt")],
  ]);
  must("openssl", [
    ...["req", ...authority, "-subj", `/CN=${domain}`],
    ...["-addext", `subjectAltName=DNS:${domain},DNS:mail.${domain}`, "-addext", "basicConstraints=CA:FALSE"],
    ...["-CA", at("etc/check/authority.crt"), "-CAkey", at("etc/check/authority.key")],
    ...["-keyout", at("etc/check/site.key"), "-out", at("etc/check/site.crt")],
  ]);
  const own = process.env["NODE_EXTRA_CA_CERTS"];
  const trusted = [at("etc/check/authority.crt"), ...(own ? [own] : [])].map((path) =>
    readFileSync(path, "utf8"),
  );
  mkdirSync(at("usr/local/share/ca-certificates"), { recursive: true });
  writeFileSync(at(extraCertificates), trusted.join("\n"));
  // Programs that do not run on Node read this bundle.
  const bundle = at("etc/ssl/certs/ca-certificates.crt");
  writeFileSync(bundle, `${readFileSync(bundle, "utf8")}\n${trusted.join("\n")}`);
}

/** Packages come from the same sources as on this machine. */
function environment(needsNetwork: boolean): Record<string, string> {
  const common = {
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    HOME: "/root",
    LANG: "C.UTF-8",
    DEBIAN_FRONTEND: "noninteractive",
    NODE_EXTRA_CA_CERTS: extraCertificates,
  };
  if (!needsNetwork) return common;
  const registry = must("npm", ["config", "get", "registry"]).trim();
  return { ...common, npm_config_registry: registry };
}

function childOf({ pid = 0 }: ChildProcess): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
  if (!child) throw new Error("the namespaces could not be made: run as root, on Linux");
  return Number(child);
}

export function must(
  program: string,
  parameters: string[],
  options: { env?: NodeJS.ProcessEnv } = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    encoding: "utf8",
    maxBuffer: 100e6,
    ...options,
  });
  if (error) throw new Error(`${program}: ${error.message}`);
  if (status !== 0) throw new Error(`${program} failed:\n${stdout}${stderr}`);
  return stdout;
}
