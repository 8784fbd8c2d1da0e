/** Collects changed subjects and reports them together, after the delay that applies to the first of them. */
export function gatherChanges(report: (subjects: ReadonlySet<string>) => void, delay: () => number) {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  return {
    add(subject: string): void {
      changed.add(subject);
      timer ??= setTimeout(() => {
        timer = undefined;
        const subjects = new Set(changed);
        changed.clear();
        report(subjects);
      }, delay());
    },
    stop: () => clearTimeout(timer),
  };
}

/** Figures that change together are sent together. */
const gatheredFor = 150;
/** Many open pages cost a write each, so figures are sent at most this often. */
const figureInterval = 1_000;
const busyFigureInterval = 5_000;

/** `report` returns whether an open page shows one of the figures. A busy process reports more rarely. */
export function gatherFigures(report: (subjects: ReadonlySet<string>) => boolean, isBusy: () => boolean) {
  let sentAt = -Infinity;
  const interval = () => (isBusy() ? busyFigureInterval : figureInterval);
  return gatherChanges(
    (subjects) => {
      if (report(subjects)) sentAt = performance.now();
    },
    () => Math.max(gatheredFor, sentAt + interval() - performance.now()),
  );
}
