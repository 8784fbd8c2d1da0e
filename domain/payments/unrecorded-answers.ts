import type { Outcome, PageStarted, ProviderName, PushStarted, Reference } from "./provider.ts";

/**
 * A provider's answer, or a request that was never sent, that is not in the database yet. It has the data to record
 * it, and nothing about the donor.
 */
export type UnrecordedAnswer = { provider: ProviderName; reference: Reference } & (
  | { kind: "answer"; answer: PushStarted | PageStarted }
  /** A callback that we could not store. The id is null without proof. Older files name no outcome. */
  | { kind: "callback"; providerReference: string | null; outcome?: Outcome | undefined }
  /** The database failed while it committed this payment, so the provider was not asked. */
  | { kind: "not-asked" }
);

/** Stores answers on the disk of this node. */
export type AnswerJournal = {
  /** Once it resolves, the answer survives a crash of this process and of the machine. */
  keep(answer: UnrecordedAnswer): Promise<void>;
  forget(answer: UnrecordedAnswer): Promise<void>;
  /** Earlier answers, and those of other processes on this disk. */
  list(): Promise<UnrecordedAnswer[]>;
  /** Answers that could not be recorded or stored just now. */
  delayed(answer: UnrecordedAnswer, error: unknown): void;
};
