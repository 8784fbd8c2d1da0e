/** More digits than all the money there is: nobody means such an amount. */
const mostDigits = 15;

/**
 * Shillings as people write them: `10,000`, `10 000`, `TSh 10000/=`, `١٠٬٠٠٠`. Nothing typed is 0, cents are dropped,
 * and null stands for what is not an amount.
 */
export function readShillings(text: string): bigint | null {
  const number = readNumber(text, /^(?:tshs?|tzs)\.?|(?:\/[=-]?|tshs?|tzs)$/gi);
  return number && BigInt(number.whole);
}

/** A weight in grams, as whole milligrams: `12.5` and `12,5` are 12,500 of them. */
export function readMilligrams(text: string): bigint | null {
  const number = readNumber(text.replace(/,(\d{1,2})(?=\D*$)/, ".$1"), /(?:grams?|gramu|g)$/gi);
  return number && BigInt(number.whole) * 1000n + BigInt(number.decimals.slice(0, 3).padEnd(3, "0"));
}

function readNumber(text: string, units: RegExp): { whole: string; decimals: string } | null {
  if (text.length > 60) return null;
  const plain = inLatinDigits(text)
    .replaceAll(/[\s'’]/g, "")
    .replaceAll(units, "");
  if (plain === "") return { whole: "0", decimals: "" };
  const written = /^(?<whole>\d[\d,]*|)(?:\.(?<decimals>\d*))?$/.exec(plain)?.groups;
  if (!written) return null;
  const whole = (written["whole"] ?? "").replaceAll(",", "");
  const decimals = written["decimals"] ?? "";
  if (whole + decimals === "" || whole.length > mostDigits) return null;
  return { whole: whole || "0", decimals };
}

/** Arabic and Persian figures, and the separators written with them. */
export function inLatinDigits(text: string): string {
  return text
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replaceAll("٬", ",")
    .replaceAll("٫", ".");
}
