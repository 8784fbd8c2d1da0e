import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, readdir, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { UnrecordedAnswer, AnswerJournal } from "#domain/payments/unrecorded-answers.ts";
import { outcomes } from "#domain/payments/provider.ts";

type AnswerFolder = Pick<AnswerJournal, "keep" | "forget" | "list">;

/** One file for each, so that a recorded one can be deleted without changing the rest. */
export function openAnswerFolder(folder: string): AnswerFolder {
  const syncNames = syncsOf(folder);
  const pathOf = (answer: UnrecordedAnswer) => {
    const { kind, provider, reference } = answer;
    if (!/^[\w-]{1,64}$/.test(reference)) throw new Error("this reference cannot name a file");
    // One callback of a payment must not replace another with a different content.
    const suffix = answer.kind === "callback" && answer.outcome !== undefined ? `-${answer.outcome}` : "";
    return join(folder, `${provider}-${reference}.${kind}${suffix}.json`);
  };

  return {
    async keep(answer) {
      const path = pathOf(answer);
      // Two copies of one callback can arrive together.
      const unfinished = `${path}.${randomUUID()}`;
      const write = () => synced(unfinished, JSON.stringify(withoutBody(answer)));
      // Almost always the folder is there, and each file operation costs a donation time.
      await write().catch(async (error: unknown) => {
        if (!isMissing(error)) throw error;
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await write();
      });
      await rename(unfinished, path);
      await syncNames();
    },
    async forget(answer) {
      await unlink(pathOf(answer)).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },
    async list() {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      const kept = names.filter((name) => name.endsWith(".json"));
      const read = await Promise.all(kept.map((name) => readSaved(join(folder, name))));
      return read.filter((each) => each !== null);
    },
  };
}

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

const { O_WRONLY, O_CREAT, O_EXCL, O_DSYNC } = constants;

/** The write itself waits for the disk, because each file operation costs a donation time. */
async function synced(path: string, text: string): Promise<void> {
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_DSYNC, 0o600);
  await file.writeFile(text).finally(() => file.close());
}

/**
 * Without it the name of a new file can be lost although its content is safe. Files that get their names while one sync
 * runs share the next one.
 */
function syncsOf(folder: string): () => Promise<void> {
  let running = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        running = syncFolder(folder);
        return running;
      });
    return next;
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

/** Null if another process has recorded it in between. */
async function readSaved(path: string): Promise<UnrecordedAnswer | null> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return unrecordedAnswer.parse(JSON.parse(text));
  } catch (error) {
    // Set aside, so that the next read finds the others.
    await rename(path, `${path}.unreadable`);
    throw new Error(`${path} cannot be read`, { cause: error });
  }
}

/** The raw body can contain a name or a phone number, and is not needed to record the result. */
function withoutBody(answer: UnrecordedAnswer): UnrecordedAnswer {
  if (answer.kind !== "answer" || answer.answer.raw === null) return answer;
  return { ...answer, answer: { ...answer.answer, raw: { ...answer.answer.raw, body: "" } } };
}

const raw = z.object({ status: z.number().nullable(), body: z.string() }).nullable();
const why = z.string();
const providerReference = z.string().nullable();

const providerAnswer = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("accepted"), providerReference, raw }),
  z.object({ kind: z.literal("opened"), url: z.string(), providerReference, raw }),
  z.object({
    kind: z.literal("refused"),
    reason: z.enum(["rejected", "misconfigured", "unreachable"]),
    ...{ why, raw },
  }),
  z.object({ kind: z.literal("unknown"), why, raw }),
]);

const about = { provider: z.enum(["azampay", "selcom"]), reference: z.string() };

const unrecordedAnswer: z.ZodType<UnrecordedAnswer> = z.discriminatedUnion("kind", [
  z.object({ ...about, kind: z.literal("answer"), answer: providerAnswer }),
  z.object({
    ...about,
    kind: z.literal("callback"),
    providerReference,
    outcome: z.enum(outcomes).optional(),
  }),
  z.object({ ...about, kind: z.literal("not-asked") }),
]);
