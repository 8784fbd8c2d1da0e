import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(path, "utf8");
const guide = read("docs/deploy.md");

test("the systemd unit starts the site with the command of npm start", () => {
  const started = /exec (.+?)"/.exec(read("package.json"))?.[1];
  expect(read("deploy/amana.service")).toContain(`ExecStart=/opt/amana/${started}`);
});

test("the settings in the guide exist", () => {
  const named = [...guide.matchAll(/^([A-Z_]+)=/gm)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(5);
  const known = read(".env.example");
  expect(named.filter((name) => !known.includes(`#${name}=`))).toEqual([]);
});

test("the npm commands in the guide exist", () => {
  const named = [...guide.matchAll(/npm run ([a-z:-]+)/g)].map(([, name = ""]) => name);
  expect(named).toContain("backup");
  const known = read("package.json");
  expect(named.filter((name) => !known.includes(`"${name}":`))).toEqual([]);
});

test.each([
  ["nginx.conf", "proxy_set_header X-Forwarded-For $remote_addr;", "access_log off;"],
  ["Caddyfile", "header_up X-Forwarded-For {remote_host}", "no access log"],
])("%s replaces the client's address and logs no queries", (file, address, log) => {
  const text = read(`deploy/${file}`);
  expect(text).toContain(address);
  expect(text).toContain(log);
  expect(text).not.toContain("$proxy_add_x_forwarded_for");
});

test("nginx does not take a restarting node out of use", () => {
  for (const [, options = ""] of read("deploy/nginx.conf").matchAll(/^\s+server 127\S+ ?(.*);/gm))
    expect(options).toContain("max_fails=0");
});
