/** Names under which a provider's message may carry what opens a door, however they are joined or cased. */
const secretNames =
  "[\\w.-]*(?:pass(?:word|code|wd)?|pwd|secret[\\w-]*|token[\\w-]*|otp|pin|cvv|cvc|card[_-]?n(?:umber|o)|pan|authorization|api[_-]?key|client[_-]?id)";

const inJson = new RegExp(`("${secretNames}"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"|[^\\s,}\\]]+)`, "gi");
const inForm = new RegExp(`((?:^|[?&\\s])${secretNames}=)[^&\\s]*`, "gi");

/** A message word for word, as it may be shown to staff: the rest of it is evidence, the secrets in it are not. */
export function withoutSecrets(message: string): string {
  return message.replaceAll(inJson, '$1"(not shown)"').replaceAll(inForm, "$1(not shown)");
}
