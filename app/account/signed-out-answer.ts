import { redirect } from "react-router";
import { settingCookies } from "./after-sign-in.ts";

/**
 * Every way to sign out ends here. The browser deletes this person's pages and unsaved drafts. The cookie that
 * identifies the browser stays: it gives no access.
 */
export const signedOutAnswer = (to: string, cookies: string[]): Response =>
  redirect(to, {
    status: 303,
    headers: [["Clear-Site-Data", '"cache", "storage"'], ...settingCookies(cookies)],
  });
