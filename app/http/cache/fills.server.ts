import { openAudience, type Audience } from "#app/http/overload/audience.server.ts";
import type { RenderedPage } from "./pack.server.ts";

export type Fill = {
  address: string;
  result: Promise<RenderedPage | null>;
  startedAt: number;
  /** Subjects that changed since the rendering began. */
  dropped: Set<string>;
  /** Figures that changed since the rendering began, with the time of the first change. */
  outdated: Map<string, number>;
  isJoinable: boolean;
  audience: Audience;
};

/** Renderings in progress, so that many visitors of one page wait for one rendering. */
export function openFills(clock: () => number) {
  const running = new Set<Fill>();
  const latest = new Map<string, Fill>();
  return {
    joinable(address: string): Fill | undefined {
      const fill = latest.get(address);
      return fill?.isJoinable && !fill.audience.gone.aborted ? fill : undefined;
    },

    async run(address: string, work: (fill: Fill) => Promise<RenderedPage>): Promise<RenderedPage> {
      const fill: Fill = {
        ...{ address, result: Promise.resolve(null), startedAt: clock(), isJoinable: true },
        ...{ dropped: new Set(), outdated: new Map(), audience: openAudience() },
      };
      running.add(fill);
      latest.set(address, fill);
      const result = work(fill);
      fill.result = result;
      try {
        return await result;
      } finally {
        running.delete(fill);
        if (latest.get(address) === fill) latest.delete(address);
      }
    },

    /** After a wait for its turn, it reads what changed meanwhile. */
    begin(fill: Fill): void {
      fill.startedAt = clock();
      fill.dropped.clear();
      fill.outdated.clear();
    },

    outdate(subjects: string[], since: number): void {
      for (const fill of running)
        for (const subject of subjects) if (!fill.outdated.has(subject)) fill.outdated.set(subject, since);
    },

    drop(subjects: string[]): void {
      for (const fill of running) {
        fill.isJoinable = false;
        for (const subject of subjects) fill.dropped.add(subject);
      }
    },
  };
}
