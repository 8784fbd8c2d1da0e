/** As much of a message as is shown; real ones are under 1 kB. */
export const shownCharacters = 4_000;

/** The name of a field in JSON, or in a form. Each part stops at the sign that begins the next, so a search is linear. */
const fieldName = /"([\w.-]+)"\s*:\s*|(?<=^|[?&\s])([\w.-]+)=/g;
/** To the end where the cut has taken the closing quote. */
const jsonValue = /"(?:[^"\\]|\\[^]?)*"?|[^\s,}\]]+/y;
const formValue = /[^&\s]*/y;

const secretEnding =
  /(?:pass(?:word|code|wd)?|pwd|otp|pin|cvv|cvc|card[_-]?n(?:umber|o)|pan|authorization|api[_-]?key|client[_-]?id)$/i;

/** Field names whose value opens something, however they are joined or cased. */
function isSecret(name: string): boolean {
  return secretEnding.test(name) || /secret|token/i.test(name.slice(name.lastIndexOf(".") + 1));
}

/** The beginning of a message, as staff can see it: word for word, but without the secrets in it. */
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
