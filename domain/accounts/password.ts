import { longestPassword, shortestPassword, specifiedShortest } from "./roles.ts";
import { commonPasswords } from "./common-passwords.ts";
import { commonWords } from "./common-words.ts";
import { longPasswords } from "./long-passwords.ts";

export type PasswordProblem =
  /** Shorter than the specification's minimum. */
  | "too-short"
  /** Shorter than our minimum. */
  | "under-twelve"
  | "too-long"
  | "too-common"
  | "two-common"
  | "own-name"
  /** Found by `Breaches`. */
  | "breached";

/** Reason to refuse a password. `own` has the person's names and emails, and the fund's name. */
export function passwordProblem(password: string, own: readonly string[] = []): PasswordProblem | null {
  const length = [...password].length;
  if (length < specifiedShortest) return "too-short";
  if (length < shortestPassword) return "under-twelve";
  if (password.length > longestPassword) return "too-long";
  return guessableReason(password, own);
}

/**
 * Attackers try words with the usual disguises first, so the plain word counts. `P@ssw0rd2024!` becomes `password`.
 */
function guessableReason(password: string, own: readonly string[]): PasswordProblem | null {
  const plain = undisguised(password);
  if (plain.length < fewestLetters && isEasyNumber(password)) return "too-common";
  const written = [plain, backwards(plain), lettersOf(password)];
  const personal = new Set(
    own
      .map((each) => each.slice(0, longestOwn))
      .flatMap((each) => [each, ...each.split(/[^\p{L}]+/u), ...each.split("@")])
      .map(lettersOf)
      .filter(isWord),
  );
  const all = new Set([...commonWords, ...personal]);
  if (written.some((each) => isMadeOf(each, personal) || isPair(each, personal, all))) return "own-name";
  const small = password.toLowerCase();
  if (commonPasswords.has(small) || longPasswords.has(small)) return "too-common";
  if (written.some((each) => isRun(each) || isCommon(each) || isCommon(repeated(each)))) return "too-common";
  return written.some((each) => isPair(each, commonWords, commonWords)) ? "two-common" : null;
}

/** A stranger can send a name of thousands of words, and each is compared. */
const longestOwn = 300;

const isWord = (letters: string) => letters.length >= fewestLetters;

type Words = ReadonlySet<string>;

const isCommon = (written: string) => commonWords.has(written) || commonPasswords.has(written);

/** The repeated part: `secret` of `secretsecretsecret`. */
const repeated = (written: string) => /^(.+?)\1+$/.exec(written)?.[1] ?? written;

/** With fewer letters than this next to the words, the password is refused. */
const fewestOther = 4;

function isMadeOf(written: string, words: Words): boolean {
  let rest = written;
  for (const word of [...words].toSorted((one, other) => other.length - one.length))
    rest = rest.replaceAll(word, "");
  return rest !== written && rest.length < fewestOther;
}

/** Two short words in a row are no better than one: `adminadmin`, `ilovesimba`. */
function isPair(written: string, words: Words, others: Words): boolean {
  if (written.length > longestPair) return false;
  for (let at = 1; at < written.length; at++) {
    const [head, tail] = [written.slice(0, at), written.slice(at)];
    if ((words.has(head) && others.has(tail)) || (others.has(head) && words.has(tail))) return true;
  }
  return false;
}

const longestPair = 14;
const fewestLetters = 3;

/**
 * Dates, phone numbers and rows of keys have fewer than fourteen digits, so a password of digits needs at least that
 * many. Repeated parts do not count, and a number that only counts up or down is refused.
 */
function isEasyNumber(password: string): boolean {
  const digits = [...password.replace(/\D/g, "")].map(Number);
  const step = (at: number) => ((digits[at] ?? 0) - (digits[at - 1] ?? 0) + 10) % 10;
  const isEven = digits.every((_, at) => at < 2 || step(at) === step(1)) && [0, 1, 9].includes(step(1));
  return digits.length < fewestDigits || isEven || periodOf(digits) < fewestDigits - 1;
}

const fewestDigits = 14;

/** Number of digits before the number repeats: 4 for 12341234123412. */
function periodOf(digits: readonly number[]): number {
  const from = digits.findIndex(
    (_, at) => at > 0 && digits.slice(at).every((digit, on) => digit === digits[on]),
  );
  return from === -1 ? digits.length : from;
}

const disguises: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

function undisguised(password: string): string {
  const bare = password.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return lettersOf([...bare].map((character) => disguises[character] ?? character).join(""));
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, "");

const rows = ["abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qazwsxedcrfvtgbyhnujm"];

/** A repeated letter, or part of the alphabet or keyboard, forwards or backwards, once or repeated. */
function isRun(letters: string): boolean {
  if (letters.length < fewestLetters) return false;
  const [part = letters] = /^(.+?)\1*$/.exec(letters)?.slice(1) ?? [];
  if (part.length < fewestLetters) return true;
  return rows.some((row) => row.includes(part) || row.includes(backwards(part)));
}

const backwards = (text: string) => [...text].toReversed().join("");
