import { setTimeout as wait } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Tables } from "#database/tables.ts";
import { isUnavailable } from "#database/database-errors.ts";
import type { UnrecordedAnswer, AnswerJournal } from "#domain/payments/unrecorded-answers.ts";
import { replayUnrecordedAnswers } from "#operations/payments/record-provider-answer.ts";

type Services = {
  folder: Pick<AnswerJournal, "keep" | "forget" | "list">;
  db: Kysely<Tables>;
  log: Logger;
  pauses?: { first: number; longest: number };
};

export type OpenJournal = AnswerJournal & { close(): Promise<void> };

/** Records messages that could not be recorded immediately. At the start it looks for messages left on the disk. */
export function openJournal({ folder, db, log, pauses = usual }: Services): OpenJournal {
  const delayed = new Map<string, UnrecordedAnswer>();
  const reported = new Set<string>();
  const closing = new AbortController();
  const { signal } = closing;
  let awake = Promise.withResolvers<void>();

  const nameOf = ({ kind, provider, reference }: UnrecordedAnswer) => `${provider} ${reference} ${kind}`;

  const journal: AnswerJournal = {
    ...folder,
    delayed(answer, error) {
      const name = nameOf(answer);
      delayed.set(name, answer);
      const level = isUnavailable(error) ? "warn" : "error";
      if (!reported.has(name))
        log[level]({ err: error, ...inLog(answer) }, "what a provider said is not recorded yet");
      reported.add(name);
      awake.resolve();
    },
  };

  async function work(): Promise<void> {
    let pause = pauses.first;
    while (!signal.aborted) {
      const left = await replay().catch((error: unknown) => {
        log.error({ err: error }, "saved provider answers could not be read");
        return delayed.size;
      });
      if (left === 0) {
        // An ended process can leave messages on a shared disk, so the folder is read again regularly.
        await Promise.race([awake.promise, rest(pauses.longest)]);
        awake = Promise.withResolvers();
        pause = pauses.first;
      } else {
        await rest(pause);
        pause = Math.min(2 * pause, pauses.longest);
      }
    }
  }

  async function replay(): Promise<number> {
    const waiting = new Map([
      ...(await folder.list()).map((each) => [nameOf(each), each] as const),
      ...delayed,
    ]);
    const left = await replayUnrecordedAnswers(db, journal, [...waiting.values()], () => new Date());
    const names = new Set(left.map(nameOf));
    for (const [name, answer] of waiting) {
      if (names.has(name)) continue;
      delayed.delete(name);
      if (reported.delete(name)) log.info(inLog(answer), "provider answer recorded");
    }
    return left.length;
  }

  const rest = (milliseconds: number) => wait(milliseconds, undefined, { signal }).catch(() => undefined);
  const working = work();

  return {
    ...journal,
    async close() {
      closing.abort();
      await working;
    },
  };
}

const usual = { first: 500, longest: 30_000 };

/** Enough to ask the provider by hand, without personal data. */
function inLog(answer: UnrecordedAnswer) {
  const { provider, reference } = answer;
  const saved = answer.kind === "answer" ? answer.answer : answer;
  const providerReference = "providerReference" in saved ? saved.providerReference : null;
  return { provider, reference, kind: saved.kind, providerReference };
}
