import { data, Form, Link, redirect } from "react-router";
import { findLetter } from "#database/mail/outbox.ts";
import { sendLetterAgain } from "#operations/mail/send-again.ts";
import { everything, visitorContext } from "#app/http/context.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { Fact } from "#app/ui/fact.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { readId } from "#app/staff/read-id.ts";
import { Moment } from "#app/staff/values.tsx";
import { nameOfKind, statusWords } from "./words.ts";
import type { Route } from "./+types/letter";

export const handle = { policy: "staff" };

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = readId(params.id);
  const letter = id === null ? null : await findLetter(context.get(everything), id);
  if (letter === null) throw data(null, { status: 404 });
  return letter;
}

export async function action({ context, params, url }: Route.ActionArgs) {
  const person = context.get(visitorContext);
  const id = readId(params.id);
  if (id === null || person === null) throw data(null, { status: 404 });
  const { kind } = await sendLetterAgain(context.get(everything), { id, by: person.id });
  if (kind === "unknown") throw data(null, { status: 404 });
  return redirect(url.pathname, { status: 303, headers: { "Set-Cookie": noticeCookie(said[kind]) } });
}

const said = {
  waiting: { tone: "success", title: "The email will be sent again." },
  "not-possible": { tone: "info", title: "This email has been sent or is waiting to be sent." },
  "run-out": {
    tone: "error",
    title: "The link in this email has expired",
    text: "It was not sent. The person can request a new link.",
  },
} as const;

export default function Letter({ loaderData: letter }: Route.ComponentProps) {
  const [word, tone] = statusWords[letter.status];
  const canAgain = letter.status === "given-up" || letter.status === "kept";
  return (
    <>
      <title>{`Email: ${nameOfKind(letter.template)}`}</title>
      <meta name="robots" content="noindex" />
      <p className="staff-back">
        <Link to="/admin/mail">All emails</Link>
      </p>
      <div className="staff-head">
        <h1>{nameOfKind(letter.template)}</h1>
        <Status tone={tone}>{word}</Status>
      </div>
      <div className="staff-stack">
        <section className="staff-card" aria-label="Details">
          <dl className="staff-facts">
            <Fact name="To">{letter.recipient}</Fact>
            <Fact name="Language">{letter.language === "en" ? "English" : "Kiswahili"}</Fact>
            <Fact name="Written">
              <Moment at={letter.writtenAt} />
            </Fact>
            <Fact name="Requested by">{letter.askedBy}</Fact>
            <Fact name="Attempts">{letter.attempts > 0 && String(letter.attempts)}</Fact>
            <Fact name="Last attempt">{letter.triedAt && <Moment at={letter.triedAt} />}</Fact>
            <Fact name="Next attempt">{letter.nextAt && <Moment at={letter.nextAt} />}</Fact>
            <Fact name="Sent">{letter.sentAt && <Moment at={letter.sentAt} />}</Fact>
            <Fact name="Error">{letter.lastError}</Fact>
            <Fact name="About">
              {letter.donationId !== null && (
                <Link to={`/admin/donations/${letter.donationId}`}>View donation</Link>
              )}
            </Fact>
          </dl>
          {canAgain && (
            <Form method="post">
              <button className="button small" type="submit">
                Send again
              </button>
            </Form>
          )}
        </section>
        <p>
          <Link to={`/admin/mail/preview?kind=${letter.template}&language=${letter.language}`}>
            View the template for this email
          </Link>
          . We do not show the text of this email, because it can contain sign-in links.
        </p>
      </div>
    </>
  );
}
