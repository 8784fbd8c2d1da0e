import { clockTime } from "./clock-time.ts";
import { MovingDots } from "./moving-dots.tsx";
import { stageAt } from "./stage.ts";
import type { EndPages, NextPage } from "./status-poller.tsx";

export type WaitingProps = {
  /** This page. Its form makes the server ask the provider now. */
  address: string;
  order: string;
  ends: EndPages;
  /** The next page for a payment that stays open long. */
  silence: NextPage;
  /** Seconds since the start, when the page was rendered. */
  age: number;
  words: {
    status: string[];
    /** Contains `{time}`. */
    elapsed: string;
    checkNow: string;
    offline: string;
  };
};

/** The status line changes only with its meaning, because screen readers announce each change. */
export function WaitingStatus({ address, age, words }: WaitingProps) {
  const stage = stageAt(age);
  return (
    <span className="waiting-status" data-stage={stage}>
      <MovingDots />
      <span role="status" data-status="">
        {words.status[stage]}
      </span>
      <small data-elapsed="">{words.elapsed.replace("{time}", clockTime(age))}</small>
      <form method="post" action={address} hidden={stage === 0}>
        <button className="button quiet wide" type="submit">
          {words.checkNow}
        </button>
      </form>
    </span>
  );
}
