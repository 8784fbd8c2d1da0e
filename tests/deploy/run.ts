import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { dirname, join, resolve } from "node:path";
import { readCommand } from "#scripts/read-command.ts";
import { guideFile, readGuide, type Block } from "./guide.ts";
import { domain, must, openMachine, type Machine } from "./machine.ts";

const usage = `npm run deploy:check [-- --keep]

Runs the commands of ${guideFile} in a new Debian 13, in namespaces of this machine with only a loopback network. At the
end there is a site with TLS, a proven backup and an examination without problems. systemd does not run there, so the
units are started by tests/deploy/systemctl.sh.

Needs Linux, root, debootstrap (apt-get install debootstrap), 5 GB of disk, the packages of Debian and of npm, and a
commit without changes. It takes about ten minutes. With --keep, data/deploy-check/root stays for a look.
Exit code: 0 every command succeeded, 1 one did not.`;

const { values } = readCommand(usage, { keep: { type: "boolean" } });

const folder = resolve("data/deploy-check");

/** The guide leaves these to the reader, or to services on the internet. They are done before the first block of a heading. */
const preparations: Record<string, (machine: Machine) => Promise<string>> = {
  "4. Start it": (machine) => succeed(machine, "systemd-analyze verify /opt/amana/deploy/amana.service"),
  "5. TLS": async (machine) => {
    const files = ["etc/check/site.key", "etc/check/site.crt"];
    machine.start(
      "tests/deploy/mail-server.ts",
      files.map((path) => join(machine.root, path)),
    );
    return "";
  },
  "Lose a minute in place of a day": (machine) => succeed(machine, waitForSite),
  "Restore the archive": (machine) =>
    succeed(
      machine,
      `runuser -u postgres -- psql amana <<END
insert into campaigns (id, title, description, goal_amount) values ('after-the-copy', 'After the copy', 'A minute', 1000);
END
WAL=$(runuser -u postgres -- psql -XAtc "select pg_walfile_name(pg_switch_wal())")
until [ -e "/mnt/archive/wal/$WAL.gz.age" ]; do sleep 1; done
systemctl stop amana; rm -r /var/lib/amana-site/data; cp ${key} /root/backup-key`,
    ),
  "After a loss": (machine) =>
    succeed(machine, `systemctl stop amana; cp ${key} /root/backup-key; rm -r /var/lib/amana-site/data`),
};
const key = "/etc/check/backup-key";
const waitForSite = `systemctl start amana
curl --silent --retry 60 --retry-delay 1 --retry-connrefused http://127.0.0.1:3000/readyz\n`;

/** Commands in place of the answers of a public authority. */
const substitutes: { after: string; commands: string }[] = [
  {
    after: "caddy validate",
    commands: `cat > /etc/check/caddy <<'END'
	local_certs
	skip_install_trust
	pki {
		ca local {
			root {
				cert /etc/check/authority.crt
				key /etc/check/authority.key
			}
		}
	}
END
sed -i '/^{$/r /etc/check/caddy' /etc/caddy/Caddyfile
chgrp caddy /etc/check/authority.key; chmod 640 /etc/check/authority.key`,
  },
  { after: "apt-get install -y postgresql", commands: "pg_ctlcluster 17 main start" },
  { after: "data-embedded", commands: `cp ${key} /root/backup-key` },
  {
    after: "certbot certonly",
    commands: `install -d /etc/letsencrypt/live/${domain}
cp /etc/check/site.crt /etc/letsencrypt/live/${domain}/fullchain.pem
cp /etc/check/site.key /etc/letsencrypt/live/${domain}/privkey.pem`,
  },
];

/** Each block with this text must print this. */
const expectations: { of: string; output: RegExp }[] = [
  {
    of: "journalctl --unit amana",
    output: /^ready$[^]*sign in .*\/auth as admin with \S+ \(shown only once\)/m,
  },
  { of: "reload caddy", output: /^HTTP\/2 200/m },
  { of: "restart nginx", output: /^HTTP\/2 200/m },
  { of: "npm run doctor", output: /is proven: it was restored and checked[^]*\n0 problems, \d+ warnings?/ },
  { of: "--rehearse", output: /fits this program already|rehearsal went well/ },
  { of: "npm run restore", output: /the ledger check passed/ },
];

const begun = performance.now();
console.log("Making a new machine …");
await using machine = await openMachine(folder, console.log);
try {
  let heading = "";
  for (const block of readGuide()) {
    if (block.heading !== heading) keepKey(machine, (await preparations[block.heading]?.(machine)) ?? "");
    heading = block.heading;
    await follow(machine, block);
  }
  const end = await succeed(
    machine,
    `cd /opt/amana; ${waitForSite}runuser -u postgres -- psql -XAtc "select title from campaigns where id = 'after-the-copy'" amana
set -a; . /etc/amana.env; set +a; runuser -u amana -- npm run doctor`,
  );
  if (!/^After the copy$[^]*^0 problems/m.test(end)) throw new Error(end);
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  const load = loadavg().map((each) => each.toFixed(0));
  console.log(`\nEvery command of ${guideFile} succeeded in ${minutes} minutes, with a load of ${load.join(", ")}.
At the end, the doctor says:\n${end}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  if (!values.keep)
    process.once("exit", () => rmSync(join(folder, "root"), { recursive: true, force: true }));
}

async function follow(machine: Machine, block: Block): Promise<void> {
  const [first = ""] = block.text.split("\n");
  switch (block.kind) {
    case "by hand":
      break;
    case "file": {
      const path = join(machine.root, block.path);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, block.text);
      break;
    }
    case "commands": {
      const output =
        block.on === "computer"
          ? onComputer(machine, block.text)
          : await succeed(machine, block.text, block.needsNetwork);
      for (const { of, output: wanted } of expectations)
        if (block.text.includes(of) && !wanted.test(output))
          throw new Error(`${block.heading}: the output lacks ${wanted}:\n${output}`);
      keepKey(machine, output);
    }
  }
  for (const { after, commands } of substitutes)
    if (block.text.includes(after)) keepKey(machine, await succeed(machine, commands));
  console.log(`✓ ${block.heading}: ${first}${block.kind === "by hand" ? " (by hand)" : ""}`);
}

async function succeed(machine: Machine, commands: string, needsNetwork = false): Promise<string> {
  const begun = performance.now();
  const { code, output } = await machine.run(commands, { needsNetwork });
  if (code !== 0) throw new Error(`These commands ended with ${code}:\n${commands}\n${output}`);
  const seconds = Math.round((performance.now() - begun) / 1_000);
  if (seconds > 20) console.log(`  ${seconds} s`);
  return output;
}

/** scp has no server here, so it copies. */
function onComputer(machine: Machine, commands: string): string {
  const programs = join(folder, "programs");
  rmSync("releases", { recursive: true, force: true });
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, "scp"), `#!/bin/sh\ncp "$1" "${machine.root}/root/"\n`, { mode: 0o755 });
  const PATH = `${programs}:${process.env["PATH"] ?? ""}`;
  return must("bash", ["-euo", "pipefail", "-c", commands], { env: { ...process.env, PATH } });
}

function keepKey(machine: Machine, output: string): void {
  const [secret] = /AGE-SECRET-KEY-1\w+/.exec(output) ?? [];
  if (secret !== undefined) writeFileSync(join(machine.root, key), `${secret}\n`, { mode: 0o600 });
}
