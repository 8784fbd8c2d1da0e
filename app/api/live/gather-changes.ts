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
