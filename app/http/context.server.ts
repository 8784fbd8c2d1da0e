import type { Logger } from "pino";
import { createContext } from "react-router";
import type { Accounts } from "#app/account/accounts.server.ts";
import type { Config } from "#config";
import type { Breaches } from "#domain/accounts/breaches.ts";
import type { Seal } from "#domain/system/seal.ts";
import type { Person } from "#domain/accounts/roles.ts";
import type { SecurityEventKind } from "#domain/system/security-event.ts";
import type { WhileAnswering } from "#database/answers.ts";
import type { DonationStatusView } from "#database/donations/status.ts";
import type { DonationFilter } from "#database/donations/list.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Collecting } from "#app/api/donations/collecting.server.ts";
import type { Documents } from "#storage/documents.ts";
import type { Pictures } from "#storage/pictures/open.ts";
import type { ShareImages } from "#storage/pictures/share-images.ts";
import type { Metrics } from "./metrics.server.ts";
import type { LoggedPath } from "./logged-path.server.ts";
import type { Content } from "./cache/content.server.ts";
import type { PageKeeping } from "./cache/pack.server.ts";
import type { Notice } from "./notice.server.ts";
import { ownTurn, type Turn } from "./overload/turns.server.ts";

export const configContext = createContext<Config>();
export const logContext = createContext<Logger>();
/** The form of a path for the log. A path as typed can hold personal data. */
export const loggedPathContext = createContext<LoggedPath>();

export const publicReads = createContext<Reads>();
export const contentContext = createContext<Content>();
export const databaseContext = createContext<Reads>();
/** The connection pool for new donations. */
export const entranceContext = createContext<Reads>();
export const whileAnsweringContext = createContext<WhileAnswering>();
/** For pages that a donor waits for. */
export const whileReadingContext = createContext<WhileAnswering>();

export const accountsContext = createContext<Accounts>();
export const visitorContext = createContext<Person | null>(null);
/** True unless the access of this account waits for a second admin. */
export const accessConfirmedContext = createContext<(accountId: string) => Promise<boolean>>();
/** The request has a session cookie, but that session is over. */
export const lostSessionContext = createContext<boolean>(false);
/** The client's address, for limits only. It is never stored with other data. */
export const clientContext = createContext<string>();

/** Writes to the security log, for the signed-in account or the given one. */
export const securityContext = createContext<(kind: SecurityEventKind, account?: string | null) => void>();

/** The payment providers, and background status checks. */
export const collectingContext = createContext<Collecting>();

/** Null where no service is configured. */
export const breachesContext = createContext<Breaches | null>();

/** Encrypts the links of queued emails. */
export const sealContext = createContext<Seal>();

/** Signs the challenges of proofs of work. */
export const challengeKeyContext = createContext<string>();

/** The status of a donation, read together with those of other visitors. */
export const statusReaderContext = createContext<(orderId: string) => Promise<DonationStatusView | null>>();

/** True while the site has more requests than it can answer soon. */
export const busyContext = createContext<() => boolean>();

/** True while the site is about to close its port. */
export const drainingContext = createContext<() => boolean>();

/** A page waits for its turn to be rendered. Without one, the page is not needed any more, or its wait was too long. */
export const turnContext = createContext<() => Promise<Turn>>(() => ownTurn({ urgency: "other" }));

export const metricsContext = createContext<Metrics>();

export const keepingContext = createContext<PageKeeping>();
/** Failures while a page was made. `retryAfter` holds seconds, for a client that should wait. */
export type RenderFailures = {
  database: "answers" | "slow" | "away";
  failed: boolean;
  retryAfter: number | null;
};
export const renderFailuresContext = createContext<RenderFailures>();
/** A CSP nonce per response, for the staff area's own scripts. */
export const nonceContext = createContext<string>();
/** A page that calls this shows the notice, so that the browser forgets it. */
export const takeNoticeContext = createContext<() => Notice | null>();
/** The site's public origin, without a slash at the end. */
export const originContext = createContext<string>();
export const picturesContext = createContext<Pictures>();
export const documentsContext = createContext<Documents>();
export const shareImagesContext = createContext<ShareImages>();

/** The lines of a donation export, made outside the process that serves pages. */
export const exportContext =
  createContext<(filter: DonationFilter) => Promise<AsyncGenerator<Uint8Array> | "busy">>();

/** Runs a staff change and resolves when every node has received it, so that their next pages show it. */
export const publishChangeContext =
  createContext<<Result>(change: () => Promise<Result>) => Promise<Result>>();
/** Renders a page from these reads as a visitor without a session gets it. The page is never cached. */
export const pageContext = createContext<(address: string, reads: Reads) => Promise<Response>>();
