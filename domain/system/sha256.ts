/**
 * The first 32 bits of the SHA-256 of up to 55 plain letters, synchronously. The browser's own function is
 * asynchronous and needs a secure connection. FIPS 180-4 names the steps.
 */
export function sha256Start(text: string): number {
  fill(text);
  for (let t = 16; t < 64; t++) {
    const near = word(t - 2);
    const far = word(t - 15);
    const mixedNear = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    const mixedFar = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    words[t] = mixedNear + word(t - 7) + mixedFar + word(t - 16);
  }
  let [a, b, c, d] = [a0, b0, c0, d0];
  let [e, f, g, h] = [e0, f0, g0, h0];
  for (let t = 0; t < 64; t++) {
    const sumE = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const one = (h + sumE + chosen + (constants[t] ?? 0) + word(t)) | 0;
    const sumA = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const most = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + sumA + most) | 0;
  }
  return (a + a0) >>> 0;
}

/** Reused, because a new one would cost as much as the hash. */
const words = new Int32Array(64);
const word = (at: number) => words[at] ?? 0;

/** The text, one bit to end it, zeros, and its length in bits. */
function fill(text: string): void {
  words.fill(0, 0, 16);
  for (let at = 0; at < text.length; at++) put(at, text.charCodeAt(at));
  put(text.length, 0x80);
  words[15] = text.length * 8;
}

function put(at: number, byte: number): void {
  words[at >> 2] = word(at >> 2) | (byte << (24 - 8 * (at & 3)));
}

const turn = (bits: number, by: number) => (bits >>> by) | (bits << (32 - by));

/** The first 32 bits of the fractional parts: cube roots of the first 64 primes, square roots of the first 8. */
const primes = Array.from({ length: 312 }, (_, number) => number).filter(isPrime);
const constants = Int32Array.from(primes, (prime) => behindThePoint(Math.cbrt(prime)));
const [a0 = 0, b0 = 0, c0 = 0, d0 = 0, e0 = 0, f0 = 0, g0 = 0, h0 = 0] = primes.map(
  (prime) => behindThePoint(Math.sqrt(prime)) | 0,
);

function isPrime(number: number): boolean {
  for (let by = 2; by * by <= number; by++) if (number % by === 0) return false;
  return number > 1;
}

function behindThePoint(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}
