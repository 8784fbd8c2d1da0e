/** Automatic effects are recorded this soon after their cause, by clocks that differ. */
const oneMoment = 1_000;

/** The order of events. Within one moment, causes come before their effects, which have the higher rank. */
export function inCausalOrder<Entry extends { at: Date }>(
  entries: Entry[],
  rankOf: (entry: Entry) => number,
): Entry[] {
  const byTime = entries.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const moments: Entry[][] = [];
  for (const entry of byTime) {
    const moment = moments.at(-1);
    const first = moment?.[0];
    if (moment && first && entry.at.getTime() - first.at.getTime() < oneMoment) moment.push(entry);
    else moments.push([entry]);
  }
  return moments.flatMap((moment) => moment.toSorted((a, b) => rankOf(a) - rankOf(b)));
}
