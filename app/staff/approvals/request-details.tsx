import { Link } from "react-router";
import type { FoundProposal, ProposedDonation } from "#database/cases/proposals.ts";
import { isSame, type Draft } from "#domain/content/draft.ts";
import { formatMoney } from "#domain/money/money.ts";
import type { ProposalStatus } from "#domain/cases/proposal.ts";
import { providerWords } from "#app/staff/donations/words.ts";
import { AsSeen } from "#app/staff/editor/as-seen.tsx";
import { Amount } from "#app/staff/values.tsx";

export function What({
  found: { proposal, gift, move, status },
  compared,
}: {
  found: FoundProposal;
  compared: Compared[];
}) {
  switch (proposal.kind) {
    case "refund":
      return gift && <DonationFacts gift={gift} more={[["Refund reference", proposal.refundReference]]} />;
    case "part-refund":
      return (
        gift && (
          <DonationFacts
            gift={gift}
            more={[
              ...amountFact("Refund amount", proposal.amount, gift),
              ["Refund reference", proposal.refundReference],
            ]}
          />
        )
      );
    case "move":
      return (
        gift &&
        move && (
          <DonationFacts
            gift={gift}
            more={[
              ["From", move.from],
              ["To", move.to],
            ]}
          />
        )
      );
    case "credit":
      return (
        gift && (
          <>
            <DonationFacts
              gift={gift}
              more={[
                ...amountFact("Amount that arrived", proposal.arrived, gift),
                ["Statement line", proposal.statementReference],
              ]}
            />
            <p>
              <Link to={`/admin/cases/${proposal.caseId}`}>View the case this will close</Link>
            </p>
          </>
        )
      );
    case "bank-details":
      return <Comparison rows={compared} heads={headsOf[status]} />;
  }
}

function amountFact(
  label: string,
  amount: string | undefined,
  { gift }: ProposedDonation,
): [string, string][] {
  if (amount === undefined) return [];
  return [[label, formatMoney({ amount: BigInt(amount), currency: gift.currency }, "en")]];
}

export function DonationFacts({ gift, more = [] }: { gift: ProposedDonation; more?: [string, string][] }) {
  return (
    <dl className="staff-facts">
      <div>
        <dt>Donation amount</dt>
        <dd>
          <Amount of={gift.gift} />
          {gift.fee.amount > 0n && (
            <>
              {" "}
              plus fee of <Amount of={gift.fee} />
            </>
          )}
        </dd>
      </div>
      {gift.left.amount < gift.gift.amount && (
        <div>
          <dt>Not refunded yet</dt>
          <dd>
            <Amount of={gift.left} />
          </dd>
        </div>
      )}
      <div>
        <dt>Campaign</dt>
        <dd>{gift.campaign}</dd>
      </div>
      <div>
        <dt>Donor</dt>
        <dd>{gift.donor}</dd>
      </div>
      <div>
        <dt>Collected by</dt>
        <dd>{providerWords[gift.provider]}</dd>
      </div>
      <div>
        <dt>Reference</dt>{" "}
        <dd>
          {" "}
          <Link to={`/admin/donations/${gift.donationId}`}>{gift.externalId}</Link>
        </dd>
      </div>
      {more.map(([label, value]) => (
        <div key={label}>
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
