import { readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { roles } from "#domain/accounts/roles.ts";
import { makePerson, signIn } from "#tests/support/accounts/people.ts";
import { routePaths } from "#tests/support/server/route-paths.ts";
import { testSite } from "#tests/support/server/site.ts";

/** Expected answers for every route and role. People review the list; WRITE_PERMISSIONS=1 writes it again. */
const file = resolve("tests/http/accounts/permissions.txt");

const site = await testSite();
const methods = ["GET", "POST", "PUT", "DELETE"] as const;
const visitors = ["visitor", ...roles] as const;
type Visitor = (typeof visitors)[number];
const cookies = new Map<Visitor, string>();

beforeAll(async () => {
  for (const role of roles) {
    await makePerson(site.databaseUrl, role, role);
    cookies.set(role, await signIn(site, role));
  }
});

test("every route answers every role as the reviewed list says", async () => {
  const paths = await routePaths();
  expect(paths.length).toBeGreaterThan(50);
  const lines = [heading];
  for (const path of paths)
    for (const method of methods) {
      const answers = await answersOf(path, method);
      const isRefused = [...answers.values()].every((answer) => answer === "405");
      if (!isRefused) lines.push(line(path, method, answers));
    }
  const found = `${lines.join("\n")}\n`;
  if (process.env["WRITE_PERMISSIONS"]) await writeFile(file, found);
  const reviewed = (await readFile(file, "utf8")).split("\n");
  const present = found.split("\n");
  expect({
    "no longer so": reviewed.filter((each) => !present.includes(each)),
    "not reviewed": present.filter((each) => !reviewed.includes(each)),
  }).toEqual({ "no longer so": [], "not reviewed": [] });
});

const heading = `The status that every route answers to each role, and the target of a redirect. Equal answers are written once.
Every GET, POST, PUT or DELETE that is not listed answers 405.
Parts of a path that begin with a colon are filled with unknown values, so 404 means that the role is allowed.
Review the changes, then write the file again: WRITE_PERMISSIONS=1 npm test -- tests/http/accounts/permissions.test.ts
`;

function line(path: string, method: string, answers: Map<Visitor, string>): string {
  const alike = new Set(answers.values()).size === 1;
  const lines = alike
    ? [`everybody ${[...answers.values()][0]}`]
    : [...answers].map(([visitor, answer]) => `${visitor} ${answer}`.padEnd(24));
  return `${method.padEnd(6)} ${path.padEnd(44)} ${lines.join(" ")}`.trimEnd();
}

async function answersOf(path: string, method: string): Promise<Map<Visitor, string>> {
  const address = path.replaceAll(/:\w+/g, "999999").replace("*", "nowhere");
  const answers = new Map<Visitor, string>();
  for (const visitor of visitors) {
    const { status, location, signsOut } = await ask(address, method, cookies.get(visitor));
    answers.set(visitor, location ? `${status} ${location.split("?")[0]}` : String(status));
    if (signsOut && visitor !== "visitor") cookies.set(visitor, await signIn(site, visitor));
  }
  return answers;
}

type Access = { status: number; location: string | undefined; signsOut: boolean };

/** Some answers are streams that would not end. The head contains everything needed. */
function ask(path: string, method: string, cookie: string | undefined): Promise<Access> {
  const form = method === "GET" ? {} : { "Content-Type": "application/x-www-form-urlencoded" };
  const headers = { Origin: site.url, ...form, ...(cookie === undefined ? {} : { Cookie: cookie }) };
  return new Promise((lines, failed) => {
    const sent = request(site.url + path, { method, headers, agent: false }, (answer) => {
      const { location, "set-cookie": set = [] } = answer.headers;
      const signsOut = set.some((each) => each.startsWith("amana.session=;"));
      lines({ status: answer.statusCode ?? 0, location, signsOut });
      answer.on("error", () => {});
      answer.destroy();
    });
    sent.on("error", failed);
    sent.end();
  });
}
