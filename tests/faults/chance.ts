/** The same seed gives the same random numbers. The timing of the processes still varies. */
export type Chance = {
  share(): number;
  happens(share: number): boolean;
  below(end: number): number;
  pick<Of>(of: readonly [Of, ...Of[]]): Of;
};

export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(share() * end);
  return {
    share,
    below,
    happens: (most) => share() < most,
    pick: (of) => of[below(of.length)] ?? of[0],
  };
}
