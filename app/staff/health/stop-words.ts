import { valueAt, type Draft } from "#domain/content/draft.ts";
import type { PaymentStop } from "#domain/content/records.ts";

/** Says which payments are taken now, if that changed. */
export function stopWords(before: Draft, after: Draft): string | null {
  const [wasStopped, isStopped] = [before, after].map((each) => valueAt(each, "paymentsStopped") === "yes");
  const [hadNoCards, hasNoCards] = [before, after].map((each) => valueAt(each, "cardsStopped") === "yes");
  if (wasStopped === isStopped && hadNoCards === hasNoCards) return null;
  if (isStopped) return "All online payments are stopped";
  if (hasNoCards) return wasStopped ? "Only card payments are stopped now" : "Card payments are stopped";
  return wasStopped ? "Online payments are accepted again" : "Card payments are accepted again";
}

type PaymentWords = {
  name: string;
  when: string;
  whileStopped: string;
  started: string;
  question: string;
  confirm: string;
};

export const paymentWords: Record<PaymentStop, PaymentWords> = {
  paymentsStopped: {
    name: "All online payments",
    when: "Stop them if something is wrong with payments.",
    whileStopped:
      "While they are stopped, donation forms accept no new payments, and tell donors why. Bank transfers still work.",
    started: "Payments already started are completed.",
    question: "Stop all online payments?",
    confirm: "Stop all payments",
  },
  cardsStopped: {
    name: "Card payments",
    when: "Stop them if someone tests stolen cards.",
    whileStopped: "While they are stopped, mobile money and bank transfers still work.",
    started: "Card payments already made are counted.",
    question: "Stop card payments?",
    confirm: "Stop card payments",
  },
};
