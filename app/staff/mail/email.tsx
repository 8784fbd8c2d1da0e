import { data, Form, Link, redirect } from "react-router";
import { findEmail } from "#database/mail/outbox.ts";
import { readShownEmail } from "#operations/mail/read-shown.ts";
import { writeEmail } from "#email/compose.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { sendEmailAgain } from "#operations/mail/send-again.ts";
import {
  configContext,
  databaseContext,
  originContext,
  sealContext,
  visitorContext,
} from "#app/http/context.server.ts";
import { noticeCookie, type Notice } from "#app/http/notice.server.ts";
import { Fact } from "#app/ui/fact.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { readId } from "#app/staff/read-id.ts";
import { Moment } from "#app/staff/values.tsx";
import { MailError } from "./mail-error.tsx";
import { nameOfEmail, stateOf } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/email";

export const handle = { policy: "staff" };

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = readId(params.id);
  const email = id === null ? null : await findEmail(context.get(databaseContext), id);
  if (email === null) throw data(null, { status: 404 });
  return {
    ...email,
    canSend: context.get(configContext).mail !== undefined,
    text: await readText(context, email.id),
  };
}

async function readText(context: Route.LoaderArgs["context"], id: bigint) {
  const reader = signedInPerson(context);
  const shown = await readShownEmail(context.get(databaseContext), context.get(sealContext), { id, reader });
  if (shown.kind !== "shown") return shown;
  const pretended = context.get(configContext).payments === "sandbox";
  const { subject, text } = writeEmail(shown.email, { origin: context.get(originContext), pretended });
  return { kind: "shown", subject, text, reversedAt: shown.reversedAt } as const;
}

export async function action({ context, params, url }: Route.ActionArgs) {
  const person = context.get(visitorContext);
  const id = readId(params.id);
  if (id === null || person === null) throw data(null, { status: 404 });
  const answer = (notice: Notice) =>
    redirect(url.pathname, { status: 303, headers: { "Set-Cookie": noticeCookie(notice) } });
  const db = context.get(databaseContext);
  const hasServer = context.get(configContext).mail !== undefined;
  if (!hasServer && (await findEmail(db, id)) !== null) return answer(noServer);
  const { kind } = await sendEmailAgain(db, { id, by: person.id });
  if (kind === "unknown") throw data(null, { status: 404 });
  return answer(notices[kind]);
}

const noServer = { tone: "error", title: "No mail server is set up", text: "Nothing was sent." } as const;

const notices = {
  waiting: { tone: "success", title: "The email is being sent." },
  "not-possible": { tone: "info", title: "This email has been sent or is waiting to be sent." },
  "run-out": {
    tone: "error",
    title: "The link in this email has expired",
    text: "It was not sent. The person can request a new link.",
  },
} as const;

export default function Email({ loaderData: email }: Route.ComponentProps) {
  const [word, tone] = stateOf(email);
  const isUnsent = email.status === "given-up" || email.status === "kept";
  return (
    <>
      <PageHead
        title={`Email: ${nameOfEmail(email)}`}
        heading={nameOfEmail(email)}
        back={{ to: "/admin/mail", label: "All emails" }}
      >
        <Status tone={tone}>{word}</Status>
      </PageHead>
      <div className="staff-stack">
        <section className="staff-card" aria-label="Details">
          <dl className="staff-facts">
            <Fact name="To">{email.recipient}</Fact>
            <Fact name="Campaign">{email.campaign}</Fact>
            <Fact name="Language">{email.language === "en" ? "English" : "Kiswahili"}</Fact>
            <Fact name="Written">
              <Moment at={email.writtenAt} />
            </Fact>
            <Fact name="Requested by">{email.askedBy}</Fact>
            <Fact name="Attempts">{email.attempts > 0 && String(email.attempts)}</Fact>
            <Fact name="Last attempt">{email.triedAt && <Moment at={email.triedAt} />}</Fact>
            <Fact name="Next attempt">{email.nextAt && <Moment at={email.nextAt} />}</Fact>
            <Fact name="Sent">{email.sentAt && <Moment at={email.sentAt} />}</Fact>
            <Fact name="Error">{email.lastError !== null && <MailError error={email.lastError} />}</Fact>
            <Fact name="About">
              {email.donationId !== null && (
                <Link to={`/admin/donations/${email.donationId}`}>View donation</Link>
              )}
            </Fact>
          </dl>
          {isUnsent && !email.canSend && <p>No mail server is set up.</p>}
          {isUnsent && email.canSend && (
            <Form method="post">
              <button className="button small" type="submit">
                {email.attempts === 0 ? "Send" : "Send again"}
              </button>
            </Form>
          )}
        </section>
        <Text {...email} />
      </div>
    </>
  );
}

type Shown = Route.ComponentProps["loaderData"];

function Text({
  text,
  template,
  language,
  sentAt,
}: Pick<Shown, "text" | "template" | "language" | "sentAt">) {
  return (
    <section className="staff-card" aria-labelledby="text">
      <h2 id="text">Text</h2>
      {text.kind === "shown" ? (
        <>
          {text.reversedAt !== null && (
            <p>
              <strong>
                The donation was reversed on <Moment at={text.reversedAt} />.
              </strong>{" "}
              {sentAt === null ? "This receipt is no longer sent." : "The donor had this receipt before."}
            </p>
          )}
          <p>
            Written from today’s records. {sentAt !== null && "The sent email had those of its day. "}
            The keys of links are left out.
          </p>
          <dl className="staff-facts">
            <Fact name="Subject">
              <span lang={language}>{text.subject}</span>
            </Fact>
          </dl>
          <pre
            className="letter-text"
            lang={language}
            tabIndex={0}
            role="region"
            aria-label="Text of the email"
          >
            {text.text}
          </pre>
        </>
      ) : (
        <p>{hiddenWords[text.kind]}</p>
      )}
      <p>
        <Link to={`/admin/mail/preview?kind=${template}&language=${language}`}>
          View the template for this email
        </Link>
      </p>
    </section>
  );
}

const hiddenWords: Record<Exclude<Shown["text"]["kind"], "shown">, string> = {
  "secret-link":
    "We do not show the text of this email, because its link acts in the name of the person who receives it.",
  "admins-only": "Only admins can read the text of this email.",
  deleted: "The text was deleted with the personal data of this email.",
  "nothing-left": "There is no text any more: what this email is about has changed or was deleted.",
};
