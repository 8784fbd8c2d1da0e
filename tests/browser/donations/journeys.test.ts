import { expect, test } from "vitest";
import { closePage, openClearedPage } from "#tests/support/browser/open.ts";
import { flows, openJourneys, outcomes, type Journey } from "#tests/support/browser/donation-journeys.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ kind: "demo", environment: { SANDBOX_MAGIC: "1", TRUST_PROXY: "1" } });
const journeys = openJourneys(site);

const full = process.env["FULL_MATRIX"] !== undefined;
const languages = ["en", "sw"] as const;
/** Languages alternate. The full matrix runs each journey in both. */
const spoken = (at: number) => (full ? languages : languages.slice(at % 2, (at % 2) + 1));

const withScript = flows.map((flow, row) => ({
  flow,
  all: outcomes.flatMap((outcome, column): Journey[] =>
    spoken(row + column).map((language) => ({ flow, outcome, language, script: true })),
  ),
}));

const withoutScript = flows.map((flow, row) => ({
  flow,
  all: ["approved", "declined", "late"].flatMap((outcome, column): Journey[] =>
    spoken(row + column).map((language) => ({ flow, outcome, language, script: false })),
  ),
}));

const together = 8;

async function goAll(all: readonly Journey[]): Promise<void> {
  const left = [...all];
  const failed: string[] = [];
  const walk = async () => {
    for (let journey = left.shift(); journey; journey = left.shift()) {
      const { flow, outcome, language, script } = journey;
      const page = await openClearedPage(site.url, "about:blank", {
        language,
        javaScript: script,
        width: 360,
      });
      await journeys.go(page, journey).catch(async (error: unknown) => {
        const seen = await page
          .locator("main")
          .innerText({ timeout: 10_000 })
          .catch(() => "");
        failed.push(
          `${flow}, ${outcome}, ${language}: ${String(error)}\nat ${page.url()}\n${seen.slice(0, 600)}`,
        );
      });
      await closePage(page).catch(
        (error: unknown) => void failed.push(`${flow}, ${outcome}: ${String(error)}`),
      );
    }
  };
  await Promise.all(Array.from({ length: together }, walk));
  expect(failed).toEqual([]);
  await journeys.expectSound();
}

/** Many journeys are one test, which is slow on a busy machine. */
const patience = 3_600_000;

test.each(withScript)(
  "$flow, with script: every outcome, from the form to the ledger",
  ({ all }) => goAll(all),
  patience,
);

test.each(withoutScript)(
  "$flow, without script: approved, declined, too late",
  ({ all }) => goAll(all),
  patience,
);
