import { knowsSecret } from "#payments/azampay/callback.ts";
import { sameDigest } from "#payments/selcom/signing.ts";
import { median, type Figure } from "./figure.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3_000);
/** A single comparison is faster than the clock's resolution. */
const atOnce = 50;

type Wrong = "first" | "last" | "length";

/** Measures whether the time of a refusal reveals parts of a secret, with a leaking comparison as control. */
export async function secrets(): Promise<Figure[]> {
  const token = "3f9c".repeat(16);
  const settings = { callbackSecrets: [token, "a7".repeat(32)] };
  const signature = Buffer.from(token.slice(0, 32)).toString("base64");
  return [
    ...compared("the secret in AzamPay's address", token, (guess) => knowsSecret(settings, guess), 2),
    ...compared("Selcom's signature", signature, (guess) => sameDigest(signature, guess), 5),
    ...compared("for orientation, sign by sign", token, (guess) => stopsAtFirst(token, guess)),
  ];
}

/** In turns, so that other load affects all. */
function compared(
  what: string,
  secret: string,
  check: (guess: string) => boolean,
  percent?: number,
): Figure[] {
  const guesses: Record<Wrong, string> = {
    first: `${secret.startsWith("A") ? "B" : "A"}${secret.slice(1)}`,
    last: `${secret.slice(0, -2)}${secret.at(-2) === "A" ? "B" : "A"}${secret.slice(-1)}`,
    length: secret.slice(0, -4),
  };
  const times: Record<Wrong, number[]> = { first: [], last: [], length: [] };
  const kinds: Wrong[] = ["first", "last", "length"];
  for (let round = -rounds / 10; round < rounds; round++)
    for (let turn = 0; turn < kinds.length; turn++) {
      const kind = kinds[(turn + round + rounds) % kinds.length] ?? "first";
      const guess = guesses[kind];
      const began = process.hrtime.bigint();
      for (let times = 0; times < atOnce; times++)
        if (check(guess)) throw new Error("a wrong secret was accepted");
      const took = Number(process.hrtime.bigint() - began) / atOnce;
      if (round >= 0) times[kind].push(took);
    }
  const [first, last, length] = kinds.map((kind) => median(times[kind]));
  if (first === undefined || last === undefined || length === undefined)
    throw new Error("no time was measured");
  const figure = (name: string, measured: number, unit: string): Figure => ({
    part: "secrets",
    what: `${what}: ${name}`,
    measured,
    unit,
  });
  return [
    figure("median, first character wrong", first, "ns"),
    figure("median, last character wrong", last, "ns"),
    figure("median, too short", length, "ns"),
    {
      ...figure("first against last character wrong", (Math.abs(last - first) / first) * 100, "%"),
      ...(percent !== undefined && { goal: { atMost: percent } }),
    },
  ];
}

function stopsAtFirst(ours: string, theirs: string): boolean {
  if (ours.length !== theirs.length) return false;
  for (let place = 0; place < ours.length; place++) if (ours[place] !== theirs[place]) return false;
  return true;
}
