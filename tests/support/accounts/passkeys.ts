import { makeAuthenticator } from "./authenticator.ts";
import { password, postForm } from "./people.ts";
import { cookieOf } from "./second-step.ts";
import type { Site } from "#tests/support/server/site.ts";

export const passkeyPage = "/settings/passkeys";

type Asked = Pick<Site, "url" | "ask">;

/** Passkeys need a name, so a browser opens the site by this one. */
export const passkeyOrigin = ({ url }: Pick<Site, "url">) => url.replace("127.0.0.1", "localhost");

const unescaped = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** The options in the page for its script, and the cookies of this browser. */
export async function beginAdding(site: Asked, cookie: string, code = "") {
  const fields = { what: "add", name: "Phone", current: password, code };
  const begun = await postForm(site, passkeyPage, fields, { Cookie: cookie });
  const json = unescaped(/data-island="new-passkey" data-props="([^"]*)"/.exec(begun.text)?.[1] ?? "{}");
  const options: unknown = JSON.parse(json).options;
  return {
    begun,
    options: String(options),
    cookies: `${cookie}; ${cookieOf(begun, /^amana\.passkey=/)}`,
  };
}

/** Adds a passkey in this cookie's session, as a person with a phone does. */
export async function addPasskeyIn(site: Asked, cookie: string, path = passkeyPage) {
  const device = makeAuthenticator();
  const { options, cookies } = await beginAdding(site, cookie);
  const credential = device.create({ options, origin: passkeyOrigin(site) });
  const fields = { what: "create", name: "Phone", credential };
  return { device, added: await postForm(site, path, fields, { Cookie: cookies }) };
}
