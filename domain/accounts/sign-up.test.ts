import { expect, test } from "vitest";
import { signUpEmailProblem } from "./sign-up.ts";

test.each([
  ["", "email-required"],
  ["asha", "email-invalid"],
  ["asha@example.org\r\nBcc: all@example.org", "email-invalid"],
  ["asha@example.org,juma@example.org", "email-invalid"],
  ["asha@mailinator.com", "email-disposable"],
  ["asha@inbox.YOPMAIL.com", "email-disposable"],
  ["asha@notmailinator.com", null],
  ["asha.juma+fund@example.ac.tz", null],
] as const)("the address %j is refused as %s", (email, problem) => {
  expect(signUpEmailProblem(email)).toBe(problem);
});
