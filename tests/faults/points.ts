import { writeFileSync } from "node:fs";
import { ClientRequest, OutgoingMessage, Server, ServerResponse } from "node:http";
import pg from "pg";
import { z } from "zod";
import { killServer } from "./kill-postgres.ts";
import type { Mutant } from "./mutants.ts";

/** Kills the victim at the n-th point from now whose name matches `at`. Process 0 is the node's first one. */
export const planShape = z.object({
  ...{ after: z.number(), at: z.string(), victim: z.enum(["app", "postgres"]) },
  ...{ postmaster: z.number(), process: z.number() },
});
export type Plan = z.infer<typeof planShape>;

/** From a process that has a plan, to the harness. */
export const reportShape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("planned") }),
  z.object({ kind: z.literal("postgres killed") }),
]);

let plan: (Plan & { fits: RegExp }) | null = null;

export function planDeath(planned: Plan): void {
  plan = { ...planned, fits: new RegExp(planned.at) };
}

/**
 * Names each moment when this process exchanges data with the outside: before and after sending a statement, and
 * after its result. Calls to providers and our answers have such points too.
 */
export function watchPoints(mutant: Mutant | null): void {
  watchStatements(mutant);
  watchCalls();
  watchAnswers(mutant);
}

function reached(point: string): void {
  if (plan === null || !plan.fits.test(point)) return;
  plan.after -= 1;
  if (plan.after > 0) return;
  const { victim, postmaster } = plan;
  plan = null;
  writeFileSync(String(process.env["LAST_POINT"]), point.slice(0, 200));
  if (victim === "app") process.kill(process.pid, "SIGKILL");
  killServer(postmaster);
  report({ kind: "postgres killed" });
}

/** The receiver can die just before, which is not an error here. */
export function report(word: object): void {
  process.send?.(word, undefined, undefined, () => undefined);
}

type Query = (...args: unknown[]) => unknown;

function watchStatements(mutant: Mutant | null): void {
  const prototype: { query: Query } = pg.Client.prototype;
  const plain = prototype.query;
  prototype.query = function query(this: unknown, ...args: unknown[]) {
    const statement = statementOf(args);
    if (statement === null) return plain.apply(this, args);
    const { text, values, name } = statement;
    const send = (changed: string, given: unknown[] = []) =>
      plain.call(this, changed === text ? { name, text, values: given } : { text: changed, values: given });
    reached(`before: ${text}`);
    const sent = mutant?.query ? mutant.query(send, text, values) : send(text, values);
    // The driver buffers its output until the end of this turn.
    setImmediate(reached, `sent: ${text}`);
    return Promise.resolve(sent).then((result) => {
      reached(`after: ${text}`);
      return result;
    });
  };
}

const statement = z.object({ text: z.string(), values: z.array(z.unknown()), name: z.string().optional() });

/** A statement as it is passed to the driver: a text and its values, or a prepared one with a name. */
function statementOf([first, values = [], callback]: unknown[]) {
  if (typeof callback === "function" || typeof values === "function") return null;
  return statement.safeParse(typeof first === "string" ? { text: first, values } : first).data ?? null;
}

function watchCalls(): void {
  const { emit } = ClientRequest.prototype;
  ClientRequest.prototype.emit = function (event: string | symbol, ...args: unknown[]) {
    if (event === "response") reached(`heard: ${this.method} ${this.path}`);
    return Reflect.apply(emit, this, [event, ...args]);
  };
}

function watchAnswers(mutant: Mutant | null): void {
  const { end } = OutgoingMessage.prototype;
  const watched = function (this: OutgoingMessage, ...args: unknown[]) {
    const name = nameOf(this);
    reached(`before: ${name}`);
    const ended: unknown = Reflect.apply(end, this, args);
    setImmediate(reached, `sent: ${name}`);
    return ended;
  };
  Object.defineProperty(OutgoingMessage.prototype, "end", { value: watched, writable: true });
  if (mutant?.request === undefined) return;
  const meet = mutant.request;
  const { emit } = Server.prototype;
  Server.prototype.emit = function (event: string | symbol, ...args: unknown[]) {
    const go = () => Reflect.apply(emit, this, [event, ...args]);
    const [request, response] = args;
    return event === "request" && response instanceof ServerResponse
      ? meet(response, String(Object(request).url), go)
      : go();
  };
}

function nameOf(message: OutgoingMessage): string {
  if (message instanceof ServerResponse)
    return `answer ${message.statusCode} to ${message.req.method} ${message.req.url}`;
  return message instanceof ClientRequest ? `call ${message.method} ${message.path}` : "something";
}
