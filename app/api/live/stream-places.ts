/** Visitors behind one address share these. With more, a page polls. */
const mostStreamsPerClient = 20;

/** Counts the open streams of each client, for all web processes of a machine. */
export function openStreamPlaces() {
  const byProcess = new Map<number, Map<string, number>>();

  return {
    take(web: number, client: string): boolean {
      const taken = [...byProcess.values()].reduce((sum, each) => sum + (each.get(client) ?? 0), 0);
      if (taken >= mostStreamsPerClient) return false;
      const own = byProcess.get(web) ?? new Map<string, number>();
      byProcess.set(web, own.set(client, (own.get(client) ?? 0) + 1));
      return true;
    },

    leave(web: number, client: string): void {
      const own = byProcess.get(web);
      const left = (own?.get(client) ?? 0) - 1;
      if (left > 0) own?.set(client, left);
      else own?.delete(client);
    },

    /** The streams of an ended process are closed. */
    forget: (web: number) => void byProcess.delete(web),
  };
}

/** The places of a machine with one web process. */
export function ownPlaces() {
  const places = openStreamPlaces();
  return {
    takePlace: async (client: string) => places.take(0, client),
    leavePlace: (client: string) => places.leave(0, client),
  };
}
