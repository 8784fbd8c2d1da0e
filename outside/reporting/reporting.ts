import { z } from "zod";
import type { Reported, Reporting } from "#domain/donations/reporting.ts";
import { openOutside, readJson, type Limits, type Sent } from "#outside/http.ts";

/** The reporting service of other systems of the fund. Its answers are figures and never change a donation. */

const reportingLimits: Limits = { milliseconds: 5_000, slowMilliseconds: 5_000, answerBytes: 65_536 };

/** After this many failures of the service one after the other, it is left alone for a while. */
export const failuresUntilPause = 3;
export const pauseMinutes = 30;

export function openReporting(base: string, clock: () => Date, limits = reportingLimits): Reporting {
  const outside = openOutside([base], limits);
  let failures = 0;
  let pausedUntil = 0;
  return {
    async ask(title, range) {
      if (clock().getTime() < pausedUntil) return { kind: "failed", reason: paused };
      const path = title === null ? "" : `/${encodeURIComponent(title)}`;
      const query = new URLSearchParams({ fromdate: range.from, todate: range.to });
      const headers = { accept: "application/json" };
      const sent = await outside.send({ method: "GET", url: `${base}${path}?${query}`, headers });
      const figures = title === null ? readFigures(sent, overall) : readFigures(sent, ofCampaign);
      if (typeof figures !== "string") {
        failures = 0;
        return { kind: "figures", figures };
      }
      if (isAboutTitle(sent)) return { kind: "failed", reason: figures };
      failures += 1;
      if (failures >= failuresUntilPause) pausedUntil = clock().getTime() + pauseMinutes * 60_000;
      return { kind: "failed", reason: figures };
    },
  };
}

/** A service that does not know a title works. If it were left alone, the titles after three wrong ones would never be asked. */
const isAboutTitle = (sent: Sent) =>
  sent.kind === "answered" && sent.status < 500 && sent.status !== 408 && sent.status !== 429;

const paused = `not asked for ${pauseMinutes} minutes after ${failuresUntilPause} failures`;

/** Larger than any sum that the fund can receive, and small enough that sums stay exact. */
const mostShillings = 1_000_000_000_000;
const mostDonors = 100_000_000;

const shillings = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,13}(\.0{1,2})?$/)
      .transform(Number),
  ])
  .pipe(z.int().min(0).max(mostShillings))
  .transform(BigInt);
const donors = z.int().min(0).max(mostDonors);

/** Other fields are ignored: the success percentage counts orders of the service, and a target never changes a goal. */
const overall = z
  .object({ success: z.literal(true), completed_count: donors, total_completed_amount: shillings })
  .transform((answer): Reported => ({
    raised: answer.total_completed_amount,
    donors: answer.completed_count,
  }));

const ofCampaign = z
  .object({ success: z.literal(true), donors, total_amount: shillings })
  .transform((answer): Reported => ({ raised: answer.total_amount, donors: answer.donors }));

/** The figures, or why there are none. Never a part of the answer, which can contain anything. */
function readFigures(sent: Sent, shape: z.ZodType<Reported>): Reported | string {
  if (sent.kind === "timed-out") return "no answer in time";
  if (sent.kind !== "answered") return sent.why;
  if (sent.status < 200 || sent.status > 299) return `HTTP error! status: ${sent.status}`;
  const read = shape.safeParse(readJson(sent.body));
  if (!read.success) return "the answer is not in the agreed form";
  const { raised, donors: count } = read.data;
  return raised > 0n === count > 0 ? read.data : "the amount and the number of donors contradict each other";
}
