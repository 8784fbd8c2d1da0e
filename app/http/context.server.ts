import type { Logger } from "pino";
import { createContext } from "react-router";
import type { Accounts } from "#app/account/accounts.server.ts";
import type { Config } from "#config";
import type { Seal } from "#domain/system/seal.ts";
import type { Person } from "#domain/accounts/roles.ts";
import type { SecurityEventKind } from "#domain/system/security-event.ts";
import type { DonationFilter } from "#database/donations/list.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Collecting } from "#app/api/donations/collecting.server.ts";
import type { Pictures } from "#storage/pictures.ts";
import type { ShareImages } from "#storage/share-images.ts";
import type { Metrics } from "./metrics.server.ts";
import type { LoggedPath } from "./logged-path.server.ts";
import type { Content } from "./cache/content.server.ts";
import type { PageKeeping } from "./cache/pack.server.ts";
import type { Notice } from "./notice.server.ts";

/** The values that a request gets: the one place where pages meet the outside. */
export const configContext = createContext<Config>();
export const logContext = createContext<Logger>();
/** The form of a path for the log. A path as typed can hold personal data. */
export const loggedPathContext = createContext<LoggedPath>();

/** Reads that cannot see personal data and cannot write. */
export const publicReads = createContext<Reads>();
/** The staff texts of public pages. */
export const contentContext = createContext<Content>();
export const databaseContext = createContext<Reads>();
/** For donations that begin. */
export const entranceContext = createContext<Reads>();

export const accountsContext = createContext<Accounts>();
/** The signed-in person. Null is a visitor. */
export const visitorContext = createContext<Person | null>(null);
/** A session's cookie came, and its session is over. */
export const lostSessionContext = createContext<boolean>(false);
/** The client's address, for limits only. It is never stored with other data. */
export const clientContext = createContext<string>();

/** Writes to the security log, for the account that is signed in or for the one given. */
export const securityContext = createContext<(kind: SecurityEventKind, account?: string | null) => void>();

/** The providers, and what is asked of them in the background. */
export const collectingContext = createContext<Collecting>();

/** Seals the links of emails that wait. */
export const sealContext = createContext<Seal>();

/** Signs the challenges of proofs of work. */
export const challengeKeyContext = createContext<string>();

export const metricsContext = createContext<Metrics>();

export const keepingContext = createContext<PageKeeping>();
/** Failures while a page was made. `retryAfter` holds seconds, for a client that should wait. */
export type Trouble = { databaseAway: boolean; failed: boolean; retryAfter: number | null };
export const troubleContext = createContext<Trouble>();
/** Of one answer: what the staff area's own scripts carry. */
export const nonceContext = createContext<string>();
export const noticeContext = createContext<Notice | null>();
/** The address of the site as visitors write it, without a slash at the end. */
export const originContext = createContext<string>();
export const picturesContext = createContext<Pictures>();
export const shareImagesContext = createContext<ShareImages>();

/** The lines of an export of gifts, made beside what serves pages. */
export const exportContext =
  createContext<(filter: DonationFilter) => Promise<AsyncGenerator<Uint8Array> | "busy">>();

/** Changes what staff edit, and resolves when every node has heard of it: the next page of any of them shows it. */
export const publishChangeContext =
  createContext<<Result>(change: () => Promise<Result>) => Promise<Result>>();
/** A page of the site as a stranger gets it, made from these reads and kept by nobody. */
export const pageContext = createContext<(address: string, reads: Reads) => Promise<Response>>();
