/** Longest part of a message that is shown. Real ones are under 1 kB. */
export const shownCharacters = 4_000;

/**
 * The name of a field in JSON, or in a form. Each part stops at the first sign of the next, so a search is linear.
 */
const fieldName = /"([\w.-]+)"\s*:\s*|(?<=^|[?&\s])([\w.-]+)=/g;
/** Up to the end if the closing quote was cut off. */
const jsonValue = /"(?:[^"\\]|\\[^]?)*"?|[^\s,}\]]+/y;
const formValue = /[^&\s]*/y;

const secretEnding =
  /(?:pass(?:word|code|wd)?|pwd|otp|pin|cvv|cvc|card[_-]?n(?:umber|o)|pan|authorization|api[_-]?key|client[_-]?id)$/i;

/** Names of fields with secret values, in any case and with any separator. */
function isSecret(name: string): boolean {
  return secretEnding.test(name) || /secret|token/i.test(name.slice(name.lastIndexOf(".") + 1));
}

/** The beginning of a message for staff: word for word, but without its secrets. */
export function withoutSecrets(message: string): string {
  const text = message.slice(0, shownCharacters);
  let shown = "";
  let at = 0;
  fieldName.lastIndex = 0;
  for (let found = fieldName.exec(text); found !== null; found = fieldName.exec(text)) {
    const [, inJson, inForm = ""] = found;
    if (!isSecret(inJson ?? inForm)) continue;
    const start = fieldName.lastIndex;
    const value = inJson === undefined ? formValue : jsonValue;
    value.lastIndex = start;
    if (!value.test(text)) continue;
    shown += text.slice(at, start) + (inJson === undefined ? "(not shown)" : '"(not shown)"');
    at = value.lastIndex;
    fieldName.lastIndex = at;
  }
  return shown + text.slice(at) + (message.length > shownCharacters ? " … (the rest is not shown)" : "");
}
