import { sha256Start } from "#domain/system/sha256.ts";

/**
 * A puzzle costs a phone part of a second, and an attacker with thousands of payments a computer's time. Many small
 * puzzles instead of a large one, so that the time varies little.
 */
export const puzzles = 16;
export const proofBits = 12;

export const hardPuzzles = 4 * puzzles;

/** Prefix of a hard challenge's name, before its 22 random characters. Our signature covers the name. */
export const hardMark = "h";

export const isHard = (name: string) => name.length === 23 && name.startsWith(hardMark);

export const puzzlesOf = (name: string) => (isHard(name) ? hardPuzzles : puzzles);

/** True if each number solves its puzzle: the hash of name, place and number begins with this many zero bits. */
export function isSolved(name: string, numbers: readonly number[]): boolean {
  return numbers.length === puzzlesOf(name) && numbers.every((number, place) => solves(name, place, number));
}

export type Solving = { solved: number[]; tried: number };

/** Tries some more numbers, so that the page can respond in between. Returns true once all puzzles are solved. */
export function solveOn(name: string, solving: Solving, tries: number): boolean {
  for (let left = tries; left > 0 && solving.solved.length < puzzlesOf(name); left--) {
    const number = solving.tried++;
    if (!solves(name, solving.solved.length, number)) continue;
    solving.solved.push(number);
    solving.tried = 0;
  }
  return solving.solved.length === puzzlesOf(name);
}

function solves(name: string, place: number, number: number): boolean {
  return sha256Start(`${name}.${place}.${number}`) >>> (32 - proofBits) === 0;
}
