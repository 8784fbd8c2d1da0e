import { redirect } from "react-router";
import { settingCookies } from "./after-sign-in.ts";

/**
 * Ends every way of signing out. The browser forgets the pages and unsaved drafts of this person. The cookie by which we
 * know the browser stays: it opens nothing.
 */
export const signedOutAnswer = (to: string, cookies: string[]): Response =>
  redirect(to, {
    status: 303,
    headers: [["Clear-Site-Data", '"cache", "storage"'], ...settingCookies(cookies)],
  });
