import { readProgress } from "#database/campaigns/progress.ts";
import { readStatistics } from "#database/donations/statistics.ts";
import { readStatuses } from "#database/donations/status.ts";
import type { Database } from "#database/sql.server.ts";
import { campaignMessage, orderMessage, totalsMessage, type LiveMessage } from "./messages.ts";

type Subjects = { campaigns: string[]; totals: boolean; orderIds: string[] };

export async function findMessages(
  database: Database,
  { campaigns, totals, orderIds }: Subjects,
): Promise<LiveMessage[]> {
  const [progress, statistics, statuses] = await Promise.all([
    readProgress(database.publicReads, campaigns),
    totals ? readStatistics(database.publicReads, null) : null,
    readStatuses(database.readWrite, orderIds),
  ]);
  return [
    ...progress.map(campaignMessage),
    ...(statistics === null ? [] : [totalsMessage(statistics)]),
    ...statuses.map(orderMessage),
  ];
}
