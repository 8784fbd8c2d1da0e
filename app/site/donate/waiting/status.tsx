import { clockTime } from "./clock-time.ts";
import type { FollowingGiven } from "./status-poller.tsx";

export type WaitingGiven = {
  /** This page; its form asks the provider at once. */
  address: string;
  order: string;
  ends: FollowingGiven["ends"];
  /** For a payment that stays open long. */
  silence: FollowingGiven["ends"]["completed"];
  /** In seconds, when the page was made. */
  age: number;
  moments: { manualCheck: number; slow: number };
  words: {
    status: string[];
    /** With the place where the time stands. */
    elapsed: string;
    checkNow: string;
    offline: string;
  };
};

/** The line that says where the payment stands; it changes only when its meaning does. */
export function WaitingStatus({ address, age, moments, words }: WaitingGiven) {
  const stage = age < moments.manualCheck ? 0 : age < moments.slow ? 1 : 2;
  return (
    <span className="waiting-status">
      <span className="waiting-dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
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
