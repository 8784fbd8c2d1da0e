import { readProgress } from "#database/campaigns/progress.ts";
import { readStatistics } from "#database/donations/statistics.ts";
import { readStandings } from "#database/donations/status.ts";
import type { Database } from "#database/sql.server.ts";
import { campaignMessage, orderMessage, totalsMessage, type News } from "./news.ts";

type Subjects = { campaigns: string[]; totals: boolean; orderIds: string[] };

export async function findMessages(
  database: Database,
  { campaigns, totals, orderIds }: Subjects,
): Promise<News[]> {
  const [progress, statistics, standings] = await Promise.all([
    readProgress(database.publicReads, campaigns),
    totals ? readStatistics(database.publicReads, null) : null,
    readStandings(database.readWrite, orderIds),
  ]);
  return [
    ...progress.map(campaignMessage),
    ...(statistics === null ? [] : [totalsMessage(statistics)]),
    ...standings.map(orderMessage),
  ];
}
