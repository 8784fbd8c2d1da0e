/** The part of something limited that each client has taken. */
export function countTaken() {
  const taken = new Map<string, number>();
  const of = (client: string) => taken.get(client) ?? 0;
  return {
    of,
    add(client: string, difference: number): void {
      const amount = of(client) + difference;
      if (amount === 0) taken.delete(client);
      else taken.set(client, amount);
    },
  };
}
