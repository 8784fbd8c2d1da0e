import { Link } from "react-router";
import type { FoundProposal, ProposedGift } from "#database/proposals.ts";
import { isSame, type Draft } from "#domain/draft.ts";
import { formatMoney } from "#domain/money.ts";
import type { ProposalStatus } from "#domain/proposal.ts";
import { providerWords } from "#app/staff/donations/words.ts";
import { AsSeen } from "#app/staff/editor/as-seen.tsx";
import { Amount } from "#app/staff/values.tsx";

/** What would happen, with all that somebody needs to judge it. */
export function What({
  found: { proposal, gift, move, status },
  compared,
}: {
  found: FoundProposal;
  compared: Compared[];
}) {
  switch (proposal.kind) {
    case "refund":
      return gift && <GiftFacts gift={gift} more={[["Reference of the refund", proposal.refundReference]]} />;
    case "part-refund":
      return (
        gift && (
          <GiftFacts
            gift={gift}
            more={[
              ...amountFact("Amount of the refund", proposal.amount, gift),
              ["Reference of the refund", proposal.refundReference],
            ]}
          />
        )
      );
    case "move":
      return (
        gift &&
        move && (
          <GiftFacts
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
            <GiftFacts
              gift={gift}
              more={[
                ...amountFact("Amount that arrived", proposal.arrived, gift),
                ["Where it stands on the statement", proposal.statementReference],
              ]}
            />
            <p>
              <Link to={`/admin/cases/${proposal.caseId}`}>The case that this would close</Link>
            </p>
          </>
        )
      );
    case "bank-details":
      return <Comparison rows={compared} heads={headsOf[status]} />;
  }
}

function amountFact(label: string, amount: string | undefined, { gift }: ProposedGift): [string, string][] {
  if (amount === undefined) return [];
  return [[label, formatMoney({ amount: BigInt(amount), currency: gift.currency }, "en")]];
}

export function GiftFacts({ gift, more = [] }: { gift: ProposedGift; more?: [string, string][] }) {
  return (
    <dl className="staff-facts">
      <div>
        <dt>Gift</dt>
        <dd>
          <Amount of={gift.gift} />
          {gift.fee.amount > 0n && (
            <>
              {" "}
              and the fee of <Amount of={gift.fee} />
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
        <dt>Donation</dt>
        <dd>
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

/** A part of the record, before and after. */
export type Compared = { label: string; was: Draft; becomes: Draft };

/** What stands there now is known only until it is decided. */
const headsOf: Record<ProposalStatus, { was: string; becomes: string }> = {
  open: { was: "Now", becomes: "Proposed" },
  approved: { was: "Before", becomes: "Approved" },
  rejected: { was: "At that time", becomes: "Proposed" },
  withdrawn: { was: "At that time", becomes: "Proposed" },
};

/** Old and new beside each other; what would change is marked by more than its colour. */
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
