import type { Reads } from "#database/sql.server.ts";
import { findStatuses, type DonationStatusView } from "./status.ts";

type Question = PromiseWithResolvers<DonationStatusView | null>;

/**
 * Thousands of donors ask for the status of their donation in the same second. While one statement runs, the questions
 * gather for the next one, so that they need one connection together.
 */
export function openStatusReader(db: Reads): (orderId: string) => Promise<DonationStatusView | null> {
  let gathered = new Map<string, Question>();
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (gathered.size > 0) {
      const questions = gathered;
      gathered = new Map();
      try {
        const found = await findStatuses(db, [...questions.keys()]);
        for (const [id, { resolve }] of questions) resolve(found.get(id) ?? null);
      } catch (error) {
        for (const { reject } of questions.values()) reject(error);
      }
    }
    isRunning = false;
  }

  return (orderId) => {
    const question = gathered.get(orderId) ?? Promise.withResolvers<DonationStatusView | null>();
    gathered.set(orderId, question);
    if (!isRunning) void run();
    return question.promise;
  };
}
