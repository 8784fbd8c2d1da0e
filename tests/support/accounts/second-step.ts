import { expect } from "vitest";
import { onDatabase } from "#tests/support/database/open.ts";
import { password, postForm } from "./people.ts";
import type { Answer, Site } from "#tests/support/server/site.ts";
import { freshCode } from "./timed-code.ts";

export const secondStepPage = "/settings/two-step";

export const cookieOf = (answer: Pick<Answer, "headers">, name: RegExp) =>
  answer.headers["set-cookie"]
    ?.find((each) => name.test(each))
    ?.split(";", 1)
    .join() ?? "";

/** Sets up two-step sign-in in this cookie's session, as a person with a phone does. */
export async function setUpSecondStep(site: Pick<Site, "url" | "ask">, cookie: string) {
  const send = (fields: Record<string, string>) => postForm(site, secondStepPage, fields, { Cookie: cookie });
  const begun = await send({ what: "begin", current: password });
  const key = /name="key" value="([A-Z2-7]+)"/.exec(begun.text)?.[1] ?? "";
  const code = await freshCode(key);
  const confirmed = await send({ what: "confirm", key, code });
  expect(confirmed.status).toBe(200);
  const codes = [...confirmed.text.matchAll(/<code>([\w-]{14})<\/code>/g)].map(([, code = ""]) => code);
  return { key, code, begun, confirmed, codes, cookie: cookieOf(confirmed, /^amana\.session=/) };
}

/** Lets a test enter the current code once more, in place of waiting for the next half minute. */
export const forgetUsedCodes = (site: Pick<Site, "databaseUrl">) =>
  onDatabase(site.databaseUrl, "delete from rate_limits");
