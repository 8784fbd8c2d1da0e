import { Link } from "react-router";
import type { FoundProposal, ProposedDonation } from "#database/cases/proposals.ts";
import { isSame, type Draft } from "#domain/content/draft.ts";
import { formatMoney, type Money } from "#domain/money/money.ts";
import type { ProposalStatus } from "#domain/cases/proposal.ts";
import { providerWords } from "#app/staff/donations/words.ts";
import { AsSeen } from "#app/staff/editor/as-seen.tsx";
import { Amount, Reference } from "#app/staff/values.tsx";

export function RequestDetails({
  found: { proposal, donation, move, reported, status },
  compared,
}: {
  found: FoundProposal;
  compared: Compared[];
}) {
  switch (proposal.kind) {
    case "refund":
      return (
        donation && (
          <DonationFacts donation={donation} more={[["Refund reference", proposal.refundReference]]} />
        )
      );
    case "part-refund":
      return (
        donation && (
          <DonationFacts
            donation={donation}
            more={[
              ...amountFact("Refund amount", proposal.amount, donation),
              ["Refund reference", proposal.refundReference],
            ]}
          />
        )
      );
    case "move":
      return (
        donation &&
        move && (
          <DonationFacts
            donation={donation}
            more={[
              ["From", move.from],
              ["To", move.to],
            ]}
          />
        )
      );
    case "credit":
      return donation && <CreditDetails {...{ proposal, donation, reported }} />;
    case "bank-details":
      return <Comparison rows={compared} heads={headsOf[status]} />;
  }
}

type CreditProps = {
  proposal: Extract<FoundProposal["proposal"], { kind: "credit" }>;
  donation: ProposedDonation;
  reported: Money[];
};

function CreditDetails({ proposal, donation, reported }: CreditProps) {
  return (
    <>
      <DonationFacts
        donation={donation}
        more={[
          ...amountFact("Amount that arrived", proposal.arrived, donation),
          ...reported.map((each): [string, string] => ["Reported by the provider", formatMoney(each, "en")]),
          ["Statement line", proposal.statementReference],
        ]}
      />
      {differsFromAll(reported, proposal.arrived, donation) && (
        <p>
          <strong>The provider reported another amount.</strong> Approve only if the reason proves this one.
        </p>
      )}
      <p>
        <Link to={`/admin/cases/${proposal.caseId}`}>View the case this will close</Link>
      </p>
    </>
  );
}

function differsFromAll(reported: Money[], arrived: string | undefined, donation: ProposedDonation): boolean {
  const { amount, currency } = donation.amount;
  const recorded = arrived === undefined ? amount + donation.fee.amount : BigInt(arrived);
  return (
    reported.length > 0 && !reported.some((each) => each.amount === recorded && each.currency === currency)
  );
}

function amountFact(
  label: string,
  amount: string | undefined,
  { amount: { currency } }: ProposedDonation,
): [string, string][] {
  if (amount === undefined) return [];
  return [[label, formatMoney({ amount: BigInt(amount), currency }, "en")]];
}

export function DonationFacts({
  donation,
  more = [],
}: {
  donation: ProposedDonation;
  more?: [string, string][];
}) {
  return (
    <dl className="staff-facts">
      <div>
        <dt>Donation amount</dt>
        <dd>
          <Amount of={donation.amount} />
          {donation.fee.amount > 0n && (
            <>
              {" "}
              plus fee of <Amount of={donation.fee} />
            </>
          )}
        </dd>
      </div>
      {donation.left.amount < donation.amount.amount && (
        <div>
          <dt>Not refunded yet</dt>
          <dd>
            <Amount of={donation.left} />
          </dd>
        </div>
      )}
      <div>
        <dt>Campaign</dt>
        <dd>{donation.campaign}</dd>
      </div>
      <div>
        <dt>Donor</dt>
        <dd>{donation.donor}</dd>
      </div>
      <div>
        <dt>Collected by</dt>
        <dd>{providerWords[donation.provider]}</dd>
      </div>
      <div>
        <dt>Reference</dt>{" "}
        <dd>
          {" "}
          <Link to={`/admin/donations/${donation.donationId}`}>
            <Reference of={donation.externalId} />
          </Link>
        </dd>
      </div>
      {more.map(([label, value]) => (
        <div key={`${label} ${value}`}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export type Compared = { label: string; was: Draft; becomes: Draft };

/** The current value is known only while the request is open. */
const headsOf: Record<ProposalStatus, { was: string; becomes: string }> = {
  open: { was: "Now", becomes: "Requested" },
  approved: { was: "Before", becomes: "Approved" },
  rejected: { was: "Before", becomes: "Requested" },
  withdrawn: { was: "Before", becomes: "Requested" },
};

/** Marks changes by more than colour, for people who cannot tell colours apart. */
function Comparison({ rows, heads }: { rows: Compared[]; heads: { was: string; becomes: string } }) {
  return (
    <table className="list comparison" role="table">
      <caption className="visually-hidden">Old and new bank details</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            Field
          </th>
          <th role="columnheader" scope="col">
            {heads.was}
          </th>
          <th role="columnheader" scope="col">
            {heads.becomes}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ label, was, becomes }) => (
          <tr key={label} role="row" data-changed={!isSame(was, becomes)}>
            <th role="rowheader" scope="row">
              {label}
            </th>
            <td role="cell" data-head={heads.was}>
              {was === "" ? "–" : <AsSeen draft={was} />}
            </td>
            <td role="cell" data-head={heads.becomes}>
              {isSame(was, becomes) ? (
                "unchanged"
              ) : (
                <ins>{becomes === "" ? "–" : <AsSeen draft={becomes} />}</ins>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
