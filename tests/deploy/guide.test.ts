import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { runScript } from "#tests/support/server/run-script.ts";
import { guideFile, readGuide } from "./guide.ts";

// A short form of `npm run deploy:check`, which needs nothing that the tests do not install.

const read = (path: string) => readFileSync(path, "utf8");
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read("package.json")));
const blocks = readGuide();
const commands = blocks.flatMap((block) => (block.kind === "commands" ? [block.text] : []));
const unit = read("deploy/amana.service");
const unitValue = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";

test("the guide has blocks of each kind, and each says how it is run", () => {
  expect(commands.length).toBeGreaterThan(10);
  expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(["commands", "file", "by hand"]));
  expect(() => readGuide("```sh\nrm -r /\n```\n")).toThrow("says nowhere how it is run");
});

test("a shell understands every block", () => {
  for (const text of [...commands, read("tests/deploy/systemctl.sh")])
    expect(spawnSync("bash", ["-n"], { input: text, encoding: "utf8" })).toMatchObject({
      status: 0,
      stderr: "",
    });
});

/** Of a new Debian. Everything else is installed by the guide. */
const inDebian = [
  ...[
    "apt-get",
    "cat",
    "cd",
    "chmod",
    "chown",
    "cp",
    "echo",
    "install",
    "journalctl",
    "ln",
    "mkdir",
    "mv",
    "rm",
  ],
  ...["runuser", "sed", "set", "systemctl", "tar", "until", "useradd"],
];

test("every program of the guide is in Debian or was installed before", () => {
  const known = new Set(inDebian);
  const onServer = blocks.filter((block) => block.kind === "commands" && block.on === "server");
  expect(onServer.length).toBeGreaterThan(10);
  for (const { text } of onServer)
    for (const line of text
      .replaceAll(/(<<'?END'?\n)[^]*?^END$/gm, "$1")
      .trim()
      .split("\n")) {
      const [, packages = ""] = /^apt-get install -y (?:--no-install-recommends )?(.+)$/.exec(line) ?? [];
      for (const name of packages.split(" ")) for (const program of programsOf(name)) known.add(program);
      const [program = ""] = line.split(/[ ;]/);
      if (line !== "" && !/^[A-Z]+=/.test(line))
        expect([...known], `of the line: ${line}`).toContain(program);
    }
});

function programsOf(name: string): string[] {
  if (name === "nodejs") return ["node"];
  return name === "postgresql" ? ["pg_ctlcluster"] : [name];
}

test("every npm command of the guide exists", () => {
  const named = [...read(guideFile).matchAll(/npm run ([a-z:-]+)/g)].map(([, name = ""]) => name);
  expect(named).toContain("backup");
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

const forOperators = Object.keys(scripts).filter((name) => /scripts\/[a-z-]+\.ts$/.test(scripts[name] ?? ""));

test("the commands for operators are found", () => {
  expect(forOperators).toEqual(
    expect.arrayContaining(["admin", "backup", "restore", "doctor", "upgrade", "release"]),
  );
});

const withoutUsage = ["test", "check"];
const needPlace = ["backup", "restore", "upgrade"];

test.each(["bench/run.ts", "tests/faults/run.ts", "tests/faults/machines/run.ts"])(
  "%s --help explains it and runs nothing",
  async (script) => {
    const { code, output } = await runScript(script, ["--help"], {});
    expect(output).toMatch(/^npm run [a-z:]+/);
    expect(code).toBe(0);
  },
);

test.each(forOperators.filter((name) => !withoutUsage.includes(name)))(
  "npm run %s -- --help explains it",
  async (name) => {
    const [script = ""] = /scripts\/[a-z-]+\.ts$/.exec(scripts[name] ?? "") ?? [];
    const { code, output } = await runScript(script, ["--help"], {});
    expect(output).toContain(`npm run ${name}${needPlace.includes(name) ? " -- <" : ""}`);
    expect(code).toBe(0);
  },
);

test.each(forOperators.filter((name) => !withoutUsage.includes(name)))(
  "npm run %s refuses an unknown option with its usage",
  async (name) => {
    const [script = ""] = /scripts\/[a-z-]+\.ts$/.exec(scripts[name] ?? "") ?? [];
    const { code, output } = await runScript(script, ["--nothing"], {});
    expect(output).toMatch(/^Unknown option '--nothing'/);
    expect(output).toContain(`npm run ${name}`);
    expect(output).not.toContain(".ts:");
    expect(code).toBe(name === "import" ? 2 : 1);
  },
);

test("every setting of the guide is described in .env.example", () => {
  const settings = blocks.filter(({ kind, text }) => kind === "file" || text.includes("S3_ENDPOINT"));
  const named = settings.flatMap(({ text }) =>
    [...text.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = ""]) => name),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !read(".env.example").includes(`#${name}=`))).toEqual([]);
});

test("every file of the program that the guide uses exists", () => {
  const used = commands.flatMap((text) =>
    [...text.matchAll(/\/opt\/amana\/(\S+)/g)].map(([, path = ""]) => path),
  );
  expect(used).toContain("deploy/amana.service");
  expect(used.filter((path) => !existsSync(path))).toEqual([]);
});

test("the unit starts the site with the command of npm start", () => {
  const started = /exec (.+)$/.exec(scripts["start"] ?? "")?.[1];
  expect(unitValue("ExecStart")).toBe(`/opt/amana/${started}`);
});

test("the unit lets the site write its data and backups, as the guide sets them", () => {
  const settings = blocks.find((block) => block.kind === "file")?.text ?? "";
  const setting = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(settings)?.[1] ?? "";
  const writable = unitValue("ReadWritePaths").replaceAll("-/", "/").split(" ");
  expect(writable).toContain(setting("BACKUP_TO"));
  expect(writable.some((path) => setting("DATA_DIR").startsWith(`${path}/`))).toBe(true);
  expect(unitValue("EnvironmentFile")).toBe("/etc/amana.env");
  expect(commands.join("")).toContain(
    `useradd --system --create-home --home-dir ${writable[0]} --shell /usr/sbin/nologin ${unitValue("User")}`,
  );
});

test.each([
  ["nginx.conf", "proxy_set_header X-Forwarded-For $remote_addr;", /access_log off;\n +error_log \S+ crit;/],
  ["Caddyfile", "header_up X-Forwarded-For {remote_host}", /^\{\n[^}]+exclude http\.log\.error/],
])("%s replaces the client's address and logs no queries", (file, address, log) => {
  const text = read(`deploy/${file}`);
  expect(text).toContain(address);
  expect(text).toMatch(log);
  expect(text).not.toContain("$proxy_add_x_forwarded_for");
});

test("nginx does not take a restarting node out of use", () => {
  for (const [, options = ""] of read("deploy/nginx.conf").matchAll(/^\s+server 127\S+ ?(.*);/gm))
    expect(options).toContain("max_fails=0");
});

const containerFile = read("deploy/Containerfile");
const { services } = z
  .object({
    services: z.record(z.string(), z.looseObject({ read_only: z.boolean(), cap_drop: z.array(z.string()) })),
  })
  .parse(parse(read("deploy/compose.yml")));

test("the container runs the command of npm start under its own account", () => {
  const started = /exec (.+)$/.exec(scripts["start"] ?? "")?.[1] ?? "";
  const [, command = "[]"] = /^CMD (\[.+\])$/m.exec(containerFile) ?? [];
  expect(JSON.parse(command).join(" ")).toBe(`/opt/amana/${started}`);
  expect(containerFile).toMatch(/^USER (\d+)\n/m);
  expect(containerFile).toContain("groupadd --gid 10001 amana ");
  expect(containerFile).toContain("useradd --uid 10001 --gid 10001 ");
  expect(containerFile).toContain("127.0.0.1:3000/readyz");
  const [, settings = ""] = /^ENV (.+)$/m.exec(containerFile) ?? [];
  for (const name of [...settings.matchAll(/([A-Z_]+)=/g)].map(([, each = ""]) => each))
    expect(
      ["NODE_ENV", "MALLOC_ARENA_MAX", "MALLOC_MMAP_THRESHOLD_"].includes(name) ||
        read(".env.example").includes(`#${name}=`),
      name,
    ).toBe(true);
});

test.each(Object.keys(services))("the service %s has no privileges and limited resources", (name) => {
  expect(services[name]).toMatchObject({
    ...{ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] },
    ...{ mem_limit: expect.any(String), pids_limit: expect.any(Number) },
  });
});
