import type { Outcome, PageStarted, ProviderName, PushStarted, Reference } from "./provider.ts";

/**
 * What a provider told us, or was never asked, and the database does not have yet. It holds what is needed to record it, and nothing about
 * the donor.
 */
export type KeptNews = { provider: ProviderName; reference: Reference } & (
  | { kind: "answer"; answer: PushStarted | PageStarted }
  /** A callback that we could not take. The id is null where nothing proves it. Older files name no outcome. */
  | { kind: "callback"; providerReference: string | null; outcome?: Outcome | undefined }
  /** The database broke off as it committed this payment, so the provider was not asked. */
  | { kind: "not-asked" }
);

/** Keeps news on the disk of this node. */
export type NewsJournal = {
  /** Once it is over, the news survives the end of this process and of the machine. */
  keep(news: KeptNews): Promise<void>;
  forget(news: KeptNews): Promise<void>;
  /** News of the past and of other processes on this disk. */
  list(): Promise<KeptNews[]>;
  /** News that could not be recorded, or not be kept, just now. */
  delayed(news: KeptNews, error: unknown): void;
};
