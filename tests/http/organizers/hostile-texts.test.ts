import { beforeAll, expect, test } from "vitest";
import { makePerson, signIn } from "#tests/support/accounts/people.ts";
import { textsOfCampaign, writeEverywhere } from "#tests/support/campaigns/texts-everywhere.ts";
import { hostileTexts } from "#tests/support/content/hostile-texts.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const people = { ownerId: "", staffId: "" };
let owner = "";
let staff = "";

beforeAll(async () => {
  people.ownerId = (await makePerson(site.databaseUrl, "neema", "organizer")).id;
  people.staffId = (await makePerson(site.databaseUrl, "rashid", "staff")).id;
  [owner, staff] = [await signIn(site, "neema"), await signIn(site, "rashid")];
});

/** Everything that Markdown can become, so that its elements are known. */
const harmless =
  "A **strong** and *soft* [link](https://fund.example) and [page](/about)\n\n## Words\n\n- item\n\n1. item";

const tag = /<(\/?)([a-zA-Z][\w-]*)((?:\s+[^\s=>"'/<]+(?:="[^"<>]*")?)*)\s*\/?>/g;
const attribute = /([^\s=]+)(?:="([^"]*)")?/g;
const safeAddress = /^(?:\/(?!\/)|[#?]|https?:\/\/|mailto:|tel:|sms:|data:image\/svg\+xml)/;

/** The request by which the staff area gets its data. */
const streamed = /^window\.__reactRouterContext\.streamController\.enqueue\((".*")\);?$/s;

type Read = { shapes: Set<string>; faults: string[] };

/** Reads the HTML strictly: every “<” must begin an element, and every element must have a known shape. */
function read(html: string): Read {
  const shapes = new Set<string>();
  const faults: string[] = [];
  const withoutCode = html
    .replace(/^<!DOCTYPE html>/, "")
    .replaceAll(/<!--[ $/!?]*-->/g, "")
    .replaceAll(
      /<(script|style)([^>]*)>([\s\S]*?)<\/\1>/g,
      (_, name: string, attributes: string, code: string) => {
        const data = attributes.includes("ld+json") ? code : streamed.exec(code)?.[1];
        // Data can contain a text. It must be JSON without the beginning of an element.
        if (data !== undefined) JSON.parse(data);
        if (data === undefined ? code.includes("struck") : code.includes("<"))
          faults.push(`a text became code: ${code.slice(0, 200)}`);
        return `<${name}${attributes}>`;
      },
    );
  const rest = withoutCode.replaceAll(tag, (_, end: string, name: string, attributes: string) => {
    if (end !== "") return "";
    const names: string[] = [];
    for (const [, key = "", value] of attributes.matchAll(attribute)) {
      names.push(key);
      const isAddress = ["href", "src", "action", "formaction", "poster"].includes(key.toLowerCase());
      if (isAddress && value !== undefined && !safeAddress.test(value))
        faults.push(`${name} ${key}=${value}`);
    }
    shapes.add(`${name.toLowerCase()} ${names.toSorted().join(" ")}`);
    return "";
  });
  if (rest.includes("<")) faults.push(`markup: ${rest.slice(rest.indexOf("<"), rest.indexOf("<") + 200)}`);
  return { shapes, faults };
}

/** Each page on which one of the fields is shown. */
async function pagesOf(id: string, requestId: bigint): Promise<string[]> {
  const answers = await Promise.all([
    site.get(`/campaigns/${id}`),
    site.get(`/sw/campaigns/${id}`),
    site.get(`/campaigns/${id}/poster`),
    site.get(`/organizer/campaigns/${id}`, { Cookie: owner }),
    site.get(`/organizer/campaigns/${id}/changes`, { Cookie: owner }),
    site.get(`/sw/organizer/campaigns/${id}/updates`, { Cookie: owner }),
    site.get(`/admin/change-requests/${requestId}`, { Cookie: staff }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  return answers.map(({ text }) => text);
}

async function write(texts: readonly string[]): Promise<string[]> {
  const id = await writeEverywhere(site.db, texts, people);
  const { id: requestId } = await site.db
    .selectFrom("change_requests")
    .select("id")
    .where("campaign_id", "=", id)
    .executeTakeFirstOrThrow();
  return pagesOf(id, requestId);
}

test("the reader of this test notices markup, handlers and addresses", () => {
  const known = read('<p><a href="/">x</a></p>').shapes;
  expect(known).toEqual(new Set(["p ", "a href"]));
  expect(read('<p onclick="x">').shapes).toEqual(new Set(["p onclick"]));
  for (const bad of ['<a href="javascript:x">', "a < b", "<p title='x'>", "<script>struck</script>"])
    expect(read(bad).faults, bad).toHaveLength(1);
});

test("2,000 hostile texts in every field of a campaign stay text", async () => {
  const count = Math.ceil(2_000 / textsOfCampaign) * textsOfCampaign;
  const known = new Set<string>();
  for (const html of await write(Array.from({ length: textsOfCampaign }, () => harmless))) {
    const { shapes, faults } = read(html);
    expect(faults).toEqual([]);
    for (const shape of shapes) known.add(shape);
  }
  const texts = hostileTexts(count);
  expect(new Set(texts).size).toBe(count);
  const found: string[] = [];
  for (let at = 0; at < count; at += textsOfCampaign)
    for (const html of await write(texts.slice(at, at + textsOfCampaign))) {
      const { shapes, faults } = read(html);
      found.push(...faults, ...[...shapes].filter((shape) => !known.has(shape)));
      expect(html).toMatch(/struck|evil\.example/);
    }
  expect([...new Set(found)]).toEqual([]);
});
