/** A busy process answers late, or its requests wait for database connections or to be rendered. */
export type Load = "calm" | "busy";

export type Signal = {
  /** Milliseconds that the process is late. */
  delay: number;
  /** Requests that wait for a database connection or to be rendered. */
  waiting: number;
};

/** Between the two limits nothing changes, so that the load does not alternate. */
export function nextLoad(before: Load, { delay, waiting }: Signal): Load {
  if (delay >= 50 || waiting >= 10) return "busy";
  if (delay <= 20 && waiting <= 2) return "calm";
  return before;
}

/**
 * `donation`: begins a donation. `status`: a provider's callback, a donor's question about a donation, monitoring.
 * `staff`: the staff area, for a person with a session. `other`: everything else that is not cached. `live`: new
 * figures for open pages, which already show some. `picture`: an uploaded picture.
 */
export type Urgency = (typeof urgencies)[number];

/** The most urgent first. */
export const urgencies = ["donation", "status", "staff", "other", "live", "picture"] as const;

type Limit = {
  /** Requests in work. */
  together: number;
  /** Requests that may wait for their turn. */
  waiting: number;
};
export type Limits = Record<Load, Record<Urgency, Limit>>;

/** About the donations that a small machine begins within the time that they may wait for a connection. */
const donation = { together: 600, waiting: 0 };
const status = { together: 1_000, waiting: 0 };
/** A page can request a dozen. They wait for a disk or a bucket, and need little of the process. */
const picture = { together: 16, waiting: 256 };

export const usualLimits: Limits = {
  calm: {
    ...{ donation, status, picture },
    staff: { together: 8, waiting: 64 },
    other: { together: 32, waiting: 256 },
    live: { together: 8, waiting: 56 },
  },
  busy: {
    ...{ donation, status, picture },
    staff: { together: 3, waiting: 16 },
    other: { together: 6, waiting: 24 },
    live: { together: 1, waiting: 0 },
  },
};

/**
 * In milliseconds, the longest wait of a request before its work begins. A visitor comes back sooner than a donor, whose
 * donation nothing can replace.
 */
export const longestWaits: Record<Urgency, number> = {
  donation: 10_000,
  status: 10_000,
  staff: 3_000,
  other: 3_000,
  live: 1_000,
  picture: 3_000,
};

/** In seconds. A refused visitor should come back then. */
export const retryAfterSeconds = 5;

const donorPages =
  /^(?:\/sw)?\/(?:campaigns\/[^/]+\/(?:donate|mobile)(?:\/|$)|donations\/|payment-processing$|selcom-webhook$|payment-response$)/;
const statusPaths = /^\/(?:api\/(?:donations|callbacks|payments)\/|(?:healthz|readyz|metrics)$)/;
const staffPaths = /^\/(?:admin(?:\/|$)|dashboard$)/;
const donationPaths = /^\/api\/donations\/(?:mobile|order|card)$/;

type Asked = { isRead: boolean; hasSession: boolean };

export function urgencyOf(path: string, { isRead, hasSession }: Asked): Urgency {
  if (donationPaths.test(path)) return "donation";
  if (statusPaths.test(path)) return "status";
  if (donorPages.test(path)) return isRead ? "status" : "donation";
  if (path.startsWith("/media/")) return "picture";
  return hasSession && staffPaths.test(path) ? "staff" : "other";
}
