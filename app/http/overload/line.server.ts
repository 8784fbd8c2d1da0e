type Waiting = { until: number; end(isAdmitted: boolean): void };

/** Requests that wait for one of some places, in their order and only for so many milliseconds. */
export function openLine(longestWait: number) {
  // A set keeps the order, and each can leave it at once.
  const waiting = new Set<Waiting>();
  let inWork = 0;
  let timer: NodeJS.Timeout | undefined;

  /** All wait equally long, so the first is the next whose time is over, and one timer is enough. */
  function refuseLate(): void {
    timer = undefined;
    const now = performance.now();
    for (const each of waiting) {
      if (each.until > now) return startTimer(each.until - now);
      each.end(false);
    }
  }

  function startTimer(delay: number): void {
    timer ??= setTimeout(refuseLate, delay).unref();
  }

  function join(gone: AbortSignal | null): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = () => own.end(false);
      const own: Waiting = {
        until: performance.now() + longestWait,
        end(isAdmitted) {
          waiting.delete(own);
          gone?.removeEventListener("abort", leave);
          if (isAdmitted) inWork += 1;
          resolve(isAdmitted);
        },
      };
      gone?.addEventListener("abort", leave);
      waiting.add(own);
      startTimer(longestWait);
    });
  }

  function admit(places: number): void {
    for (const each of waiting) {
      if (inWork >= places) return;
      each.end(true);
    }
  }

  return {
    /** In work and waiting. */
    length: () => inWork + waiting.size,

    /** Resolves with false after the longest wait, or when everyone who waits for the answer has left. */
    async enter(places: number, gone: AbortSignal | null): Promise<boolean> {
      if (waiting.size > 0 || inWork >= places) {
        const admitted = join(gone);
        admit(places);
        return admitted;
      }
      inWork += 1;
      return true;
    },

    leave(places: number): void {
      inWork -= 1;
      admit(places);
    },
  };
}
