/** Faults of the machine that an operator can repair. Any other error is ours, and keeps its stack. */
const advice = new Map([
  ["EACCES", "Run the command as the site's account, or as root."],
  ["EPERM", "Run the command as the site's account, or as root."],
  ["ENOENT", "Check DATA_DIR and the other paths."],
  ["ENOSPC", "Free some space and run the command again."],
  ["EDQUOT", "Free some space and run the command again."],
  ["EFBIG", "Raise the limit for the size of a file and run the command again."],
  ["EROFS", "Mount the disk for writing and run the command again."],
]);

/** Null for an error that is ours. */
export function withAdvice(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const next = advice.get(code);
  return next !== undefined && error instanceof Error ? `${error.message}. ${next}` : null;
}

/** Ends a command in one line. */
export function explainFault(error: unknown): never {
  console.error(withAdvice(error) ?? error);
  process.exit(1);
}
