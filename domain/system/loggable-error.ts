export type LoggableError = {
  type: string;
  message: string;
  stack?: string;
  /** Details of a system or PostgreSQL error besides its message that contain no values. */
  known?: Record<string, string | number>;
  cause?: LoggableError;
  errors?: LoggableError[];
};

/** PostgreSQL's `detail`, `where`, `hint` and `query` repeat whole rows: they are left out. */
const knownFields = [
  "code",
  "severity",
  "schema",
  "table",
  "column",
  "constraint",
  "routine",
  "syscall",
  "errno",
];

const deepest = 3;

/** An error without personal or typed values, such as names, emails and phones. */
export function loggableError(error: unknown, depth = 0): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutValues(String(error)) };
  const known = Object.fromEntries(
    knownFields.flatMap((name) => {
      const value: unknown = Reflect.get(error, name);
      return typeof value === "string" || typeof value === "number" ? [[name, value]] : [];
    }),
  );
  const frames = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  const inner = depth < deepest;
  return {
    type: error.name,
    message: withoutValues(error.message),
    ...(frames === undefined ? {} : { stack: frames.join("\n") }),
    ...(Object.keys(known).length === 0 ? {} : { known }),
    ...(inner && error.cause !== undefined ? { cause: loggableError(error.cause, depth + 1) } : {}),
    ...(inner && error instanceof AggregateError
      ? { errors: error.errors.slice(0, 5).map((each) => loggableError(each, depth + 1)) }
      : {}),
  };
}

const longest = 500;

/**
 * A message keeps its words and the names of tables and constraints. Quoted values, emails and phones are removed.
 */
export function withoutValues(message: string): string {
  return message
    .slice(0, 4 * longest)
    .replaceAll(/([:,]\s*)?"[^"]*"?/g, (quoted, before = "") =>
      before === "" && /^"[a-z][a-z0-9_]*"$/.test(quoted) ? quoted : `${before}"…"`,
    )
    .replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, "<email>")
    .replaceAll(/(?<![\w.])(?:\+|00)?\d(?:[\s-]?\d){8,14}(?![\w.])/g, "<number>")
    .slice(0, longest);
}

const pause = 60_000;
const mostStacks = 200;

/**
 * For every logger, so that no line has an error's values. During an outage each request fails in the same way, so a
 * stack is logged once a minute.
 */
export function openLogSerializers(now: () => number = Date.now) {
  const loggedAt = new Map<string, number>();

  function isNew(stack: string): boolean {
    const before = loggedAt.get(stack);
    if (before !== undefined && now() - before < pause) return false;
    if (loggedAt.size >= mostStacks) loggedAt.clear();
    loggedAt.set(stack, now());
    return true;
  }

  function withNewStacks({ stack, cause, errors, ...error }: LoggableError): LoggableError {
    return {
      ...error,
      ...(stack !== undefined && { stack: isNew(stack) ? stack : "logged less than a minute before" }),
      ...(cause && { cause: withNewStacks(cause) }),
      ...(errors && { errors: errors.map(withNewStacks) }),
    };
  }

  const err = (error: unknown) => withNewStacks(loggableError(error));
  return { err, details: (details: unknown) => [details].flat().map(err) };
}
