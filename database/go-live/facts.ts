import { sql } from "kysely";
import type { Facts } from "#domain/go-live/checks.ts";
import { collectors, type ProviderName } from "#domain/payments/provider.ts";
import { dayOf } from "#domain/system/calendar.ts";
import { isSecondStepRequired } from "#database/accounts/second-step.ts";
import { readBankDetails } from "#database/content/home.ts";
import { readSettings } from "#database/content/settings.ts";
import { daysSinceBackup } from "#database/system/alarms.ts";
import { readMailHealth } from "#database/system/health.ts";
import type { Reads } from "#database/sql.server.ts";

/** Facts that the software can check before real donations. */
export async function readFacts(db: Reads, now: Date): Promise<Facts> {
  const today = dayOf(now);
  const [counts, settings, bankDetails, mail, secondStep, backup] = await Promise.all([
    readCounts(db, today),
    readSettings(db),
    readBankDetails(db),
    readMailHealth(db),
    isSecondStepRequired(db),
    daysSinceBackup(db),
  ]);
  return {
    today,
    ...counts,
    lastEmailSent: mail.lastSent,
    contact: settings.contact,
    bankDetails,
    isSecondStepRequired: secondStep,
    daysSinceBackup: backup,
    pricesAsOf: settings.metalPrices?.asOf ?? null,
  };
}

type Counts = Pick<Facts, "hasSandboxDonations" | "paidProviders" | "admins" | "openCampaigns">;

async function readCounts(db: Reads, today: string): Promise<Counts> {
  const { rows } = await sql<{
    has_sandbox: boolean;
    paid: ProviderName[];
    admins: bigint;
    campaigns: bigint;
  }>`
    select
      exists (select from donations)
        and not exists (select from installation where payments = 'live') as has_sandbox,
      array(
        select name from unnest(${[...collectors]}::text[]) as each_provider (name)
        where exists (select from payments where provider = name and status in ('succeeded', 'reversed'))
      ) as paid,
      (
        select count(*) from users u
        where role = 'admin' and not banned and (select kind from access_hindrance(u.id)) is null
      ) as admins,
      (
        select count(*) from campaigns where status = 'active' and archived_at is null and end_date >= ${today}::date
      ) as campaigns
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("a count has one row");
  return {
    hasSandboxDonations: row.has_sandbox,
    paidProviders: row.paid,
    admins: Number(row.admins),
    openCampaigns: Number(row.campaigns),
  };
}
