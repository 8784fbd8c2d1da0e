import { Link } from "react-router";
import type { FoundCase } from "#database/cases/list.ts";
import { concernShape } from "#domain/cases/concern.ts";
import { Fact } from "#app/ui/fact.tsx";

/** The visitor's words, the way to answer them, and the campaign that they are about. */
export function ConcernDetails({ details, concerned }: Pick<FoundCase, "details" | "concerned">) {
  const read = concernShape.safeParse(details);
  if (!read.success) return null;
  const { campaign, concern, "reply to": email } = read.data;
  return (
    <>
      {concern === undefined ? (
        <p>The text and the email were deleted.</p>
      ) : (
        <blockquote className="staff-quote">{concern}</blockquote>
      )}
      <dl className="staff-facts">
        <Fact name="Campaign">{concerned ?? campaign}</Fact>
        {concern !== undefined && (
          <Fact name="Visitor’s email">
            {email === undefined ? "None left" : <a href={`mailto:${email}`}>{email}</a>}
          </Fact>
        )}
      </dl>
      {concerned !== null && (
        <p className="staff-actions">
          <a className="button quiet" href={`/campaigns/${campaign}`}>
            View public page
          </a>
          <Link className="button quiet" to={`/admin/campaigns/${campaign}`}>
            Edit campaign
          </Link>
        </p>
      )}
    </>
  );
}
