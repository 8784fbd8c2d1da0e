import { redirect } from "react-router";
import { internalAddress } from "#app/http/security/internal-address.ts";

export const afterSignIn = (url: URL) => internalAddress(url.searchParams.get("next")) ?? "/dashboard";

export const settingCookies = (cookies: string[]) =>
  cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]);

export const signedInAnswer = (url: URL, cookies: string[]): Response =>
  redirect(afterSignIn(url), { status: 303, headers: settingCookies(cookies) });
