import { Form } from "react-router";
import type { FigureParts } from "#database/donations/figures.ts";
import { tzs } from "#domain/money/money.ts";
import { Amount, Moment } from "#app/staff/values.tsx";

/** The sum of all days should not fall, so the earlier figure stays until staff accept the lower one. */
export function LowerReports({ figures }: { figures: FigureParts[] }) {
  return figures.map(({ subject, title, external }) =>
    external === null || external.lower === null ? null : (
      <Form key={subject} method="post" className="staff-actions">
        <p>
          <strong>{title ?? "Total Donated and Total Donors"}:</strong> on <Moment at={external.lower.at} />{" "}
          the reporting service reported less than before: <Amount of={tzs(external.lower.raised)} /> and{" "}
          {donations(external.lower.donors)}. Pages still show the earlier figure. Ask the service first,
          because it can have lost data.
        </p>
        <input type="hidden" name="subject" value={subject} />
        <input type="hidden" name="raised" value={String(external.lower.raised)} />
        <input type="hidden" name="donors" value={String(external.lower.donors)} />
        <button className="button quiet small">Use lower figure</button>
      </Form>
    ),
  );
}

const donations = (count: number) => (count === 1 ? "1 donation" : `${count} donations`);
