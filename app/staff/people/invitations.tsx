import { data, Form, Link, redirect, redirectDocument, useNavigation } from "react-router";
import { z } from "zod";
import { readInvitations, type OpenInvitation } from "#database/accounts/people.ts";
import { linkLasts, mayInvite, roles, serves, type Person, type Role } from "#domain/accounts/roles.ts";
import { findCase } from "#database/cases/list.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Message } from "#domain/mail/messages.ts";
import { readAccessHindrance } from "#database/accounts/role-grants.ts";
import { isEmail } from "#domain/donations/read-donor.ts";
import { languages, type Language } from "#domain/content/language.ts";
import { prove } from "#app/account/second-step/prove.server.ts";
import { secondFactorOf, type SecondFactor } from "#app/account/second-step/second-factor.server.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import {
  configContext,
  databaseContext,
  originContext,
  sealContext,
  securityContext,
} from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { localAddress } from "#app/site/address.ts";
import { EmptyList } from "#app/staff/list/nothing.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { DayOf, Moment } from "#app/staff/values.tsx";
import { faultOfProof, ProvingFields } from "#app/staff/password-and-code.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import {
  findInvitationRefusal,
  invitePerson,
  withdrawInvitation,
  type InvitationRefusal,
} from "#operations/accounts/invite.ts";
import { readId } from "#app/staff/read-id.ts";
import { LinkByHand } from "./link-by-hand.tsx";
import { hindranceText, roleWords } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/invitations";

export const handle = { policy: "staff" };

type ListedInvitation = Omit<OpenInvitation, "madeBy"> & { mayWithdraw: boolean };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, role } = signedInPerson(context);
  const db = context.get(databaseContext);
  const may = mayInvite(role);
  const invitations = await readInvitations(db);
  const hindrance = await readAccessHindrance(db, id);
  const listed = invitations.map(({ madeBy, ...each }): ListedInvitation => ({
    ...each,
    mayWithdraw:
      each.role !== null &&
      may.includes(each.role) &&
      (hindrance === null || each.role === "organizer" || madeBy === id),
  }));
  return {
    mayInvite: may,
    sendsMail: context.get(configContext).mail !== undefined,
    factor: secondFactorOf(context),
    invitations: listed,
    undelivered: await findUndelivered(db, url.searchParams.get("case"), listed),
  };
}

type Undelivered = { caseId: bigint; email: string; role: Role; language: Language };

/** The invitation to send again, if this person may replace it. Null once its case is closed. */
async function findUndelivered(
  db: Reads,
  caseId: string | null,
  invitations: ListedInvitation[],
): Promise<Undelivered | null> {
  const id = readId(caseId ?? "");
  const found = id === null ? null : await findCase(db, id);
  if (found?.status !== "open" || found.email?.template !== ("invitation" satisfies Message["kind"]))
    return null;
  const { recipient, language } = found.email;
  const earlier = invitations.find(({ email }) => email === recipient.toLowerCase());
  if (earlier?.mayWithdraw === false) return null;
  return { caseId: found.id, email: recipient, role: earlier?.role ?? "organizer", language };
}

const text = z.string().default("").pipe(z.string().trim().max(254));
const secret = z.string().default("");
const posted = z.discriminatedUnion("what", [
  z.object({
    what: z.literal("invite"),
    email: text,
    role: z.enum(roles),
    language: z.enum(languages),
    replaces: z.literal("yes").optional(),
    /** About the undelivered invitation. */
    case: text,
    password: secret,
    code: secret,
  }),
  z.object({ what: z.literal("withdraw"), email: text }),
  /** Fills in the form, because a new link for staff needs the password. */
  z.object({ what: z.literal("again"), email: text }),
]);

export async function action({ request, context }: Route.ActionArgs) {
  const db = context.get(databaseContext);
  const person = signedInPerson(context);
  const form = await readForm(request, posted);
  if (!form.ok) return redirect("/admin/invitations", 303);
  const { value } = form;
  if (value.what === "withdraw") {
    const withdrawn = await withdrawInvitation(db, value.email, person);
    if (withdrawn === "withdrawn") return done("Invitation withdrawn.");
    return done(
      withdrawn === "unknown"
        ? "This invitation no longer exists, or you cannot withdraw it."
        : hindranceText(withdrawn),
      "error",
    );
  }
  if (value.what === "again") {
    const earlier = (await readInvitations(db)).find(({ email }) => email === value.email);
    if (!earlier?.role) return done("This invitation no longer exists.", "error");
    return data({ kind: "again" as const, ...earlier, role: earlier.role });
  }
  if (!mayInvite(person.role).includes(value.role)) throw data(null, { status: 403 });
  if (!isEmail(value.email))
    return wrong(value, "Enter an email address in the right format, such as asha@example.org");
  const invitation = { ...value, replaces: value.replaces === "yes", caseId: readId(value.case) };
  const refusal = await findInvitationRefusal(db, invitation, person);
  if (refusal !== null) return refused(value, refusal, person);
  if (value.role !== "organizer") {
    const proof = await prove({ request, context, person }, value);
    if (proof.kind !== "proven") {
      const { fault, status } = faultOfProof("invite", proof);
      return data({ kind: "wrong" as const, ...enteredIn(value), errors: fault.errors }, { status });
    }
  }
  const invited = await invitePerson(db, context.get(sealContext), invitation, person);
  if (invited.kind === "signed-out") return redirectDocument("/auth", 303);
  if (invited.kind !== "invited") return refused(value, invited, person);
  context.get(securityContext)("invited");
  const { replaced } = invited;
  if (context.get(configContext).mail)
    return done(`Invitation sent to ${value.email}.${replaced ? ` ${replacedText}` : ""}`);
  // Without a mail server, the person who invites must pass on the link.
  const address = context.get(originContext) + localAddress(value.language, invited.address);
  const endsAt = new Date(Date.now() + linkLasts.invitation * 1000);
  return data({ kind: "by-hand" as const, email: value.email, address, endsAt, replaced });
}

const replacedText = "The link of the earlier invitation no longer works.";

type Entered = { email: string; role: Role; language: Language; replaces?: "yes" | undefined };

const enteredIn = ({ email, role, language, replaces }: Entered) => ({ email, role, language, replaces });

function refused(entered: Entered, refusal: InvitationRefusal, by: Pick<Person, "role">) {
  switch (refusal.kind) {
    case "has-account": {
      const errors = [{ field: "email", message: "There is already an account with this email address" }];
      const account = serves("admin", by) ? refusal.id : undefined;
      return data({ kind: "wrong" as const, ...enteredIn(entered), errors, account }, { status: 400 });
    }
    case "invited-higher":
      return wrong(
        entered,
        "An admin has already invited this person. Only an admin can replace that invitation",
      );
    case "other-role": {
      const message = `This person is already invited as ${roleWords[refusal.role]}. Tick the box to replace that invitation`;
      const errors = [{ field: "replaces", message }];
      return data({ kind: "wrong" as const, ...enteredIn(entered), errors, asks: true }, { status: 409 });
    }
    case "case-closed": {
      const message = `Someone else has just dealt with case ${refusal.caseId}. Nothing was sent. To invite this address too, send it again`;
      const errors = [{ field: "email", message }];
      return data(
        { kind: "wrong" as const, ...enteredIn(entered), errors, isCaseClosed: true },
        { status: 409 },
      );
    }
    default:
      return wrong(entered, hindranceText(refusal), 409);
  }
}

const wrong = (entered: Entered, message: string, status = 400) =>
  data({ kind: "wrong" as const, ...enteredIn(entered), errors: [{ field: "email", message }] }, { status });

const done = (title: string, tone: "success" | "error" = "success") =>
  redirect("/admin/invitations", { status: 303, headers: { "Set-Cookie": noticeCookie({ tone, title }) } });

export default function Invitations({ loaderData, actionData }: Route.ComponentProps) {
  // The answer comes before the new list, which empties the form. Input typed between the two would be lost.
  const isListNew = useNavigation().state === "idle";
  const byHand = isListNew && actionData?.kind === "by-hand" ? actionData : null;
  return (
    <>
      <PageHead title="Invitations" />
      <p className="staff-lead">
        {loaderData.sendsMail
          ? "The person gets an email with a link to create an account."
          : "This page shows a link to create an account, and you send it to the person."}{" "}
        Organizers can submit campaigns and post updates for donors.{" "}
        {loaderData.mayInvite.length === 1 && "Only an admin can invite new staff."}
      </p>
      {byHand && <LinkByHand {...byHand} note={byHand.replaced ? replacedText : undefined} />}
      <div className="people-more">
        <InviteForm
          key={`${newestOf(loaderData.invitations)} ${actionData?.kind === "again" ? actionData.email : ""}`}
          undelivered={loaderData.undelivered}
          answer={actionData ?? null}
          mayInvite={loaderData.mayInvite}
          factor={loaderData.factor}
          sendsMail={loaderData.sendsMail}
          invitations={loaderData.invitations}
        />
        <Waiting invitations={loaderData.invitations} />
      </div>
    </>
  );
}

/** Changes after an invitation is sent, which empties the form. */
const newestOf = (invitations: ListedInvitation[]) =>
  Math.max(0, ...invitations.map(({ createdAt }) => createdAt.getTime()));

type Answer =
  | ({
      kind: "wrong";
      errors: { field: string; message: string }[];
      asks?: boolean;
      account?: string | undefined;
      isCaseClosed?: boolean;
    } & Entered)
  | ({ kind: "again" } & Entered)
  | { kind: "by-hand"; email: string; address: string; endsAt: Date; replaced: boolean };

type InviteProps = {
  answer: Answer | null;
  mayInvite: readonly Role[];
  factor: SecondFactor;
  sendsMail: boolean;
  invitations: ListedInvitation[];
  undelivered: Undelivered | null;
};

function InviteForm({ answer, mayInvite, factor, sendsMail, invitations, ...props }: InviteProps) {
  const wrong = answer?.kind === "wrong" ? answer : null;
  // A refused form does not load the page again.
  const undelivered = wrong?.isCaseClosed ? null : props.undelivered;
  const again = answer?.kind === "again" ? answer : null;
  const entered = wrong ?? again ?? undelivered;
  return (
    <section className="staff-card" aria-labelledby="invite">
      <h2 id="invite">{mayInvite.length > 1 ? "Invite someone" : "Invite an organizer"}</h2>
      <Form id="invitation" className="form invite-form" method="post" noValidate>
        <input type="hidden" name="what" value="invite" />
        {undelivered && <input type="hidden" name="case" value={String(undelivered.caseId)} />}
        <ErrorSummary
          title={wrong?.asks ? "Replace the earlier invitation?" : "There is a problem"}
          errors={wrong?.errors ?? []}
          isQuestion={wrong?.asks === true}
        />
        <AddressField wrong={wrong} again={again} undelivered={undelivered} />
        {mayInvite.length > 1 ? (
          <SelectField
            id="role"
            label="Role"
            hint="Staff work with campaigns, donations and texts. Admins also manage people and settings."
            defaultValue={entered?.role ?? "organizer"}
            options={mayInvite.map((value) => ({ value, label: roleWords[value] }))}
          />
        ) : (
          <input type="hidden" name="role" value={mayInvite[0]} />
        )}
        {(wrong?.asks || wrong?.replaces) && (
          <ReplacesTick
            isTicked={wrong.replaces === "yes"}
            earlier={invitations.find(({ email }) => email === wrong.email.toLowerCase())}
            role={wrong.role}
          />
        )}
        <LanguageField label={sendsMail ? "Email language" : "Language"} chosen={entered?.language ?? "en"} />
        {mayInvite.length > 1 && (
          <div className="invite-proof">
            <ProvingFields
              form="invite"
              factor={factor}
              errors={wrong?.errors ?? []}
              hint={`Needed to invite staff and admins, not organizers.${sendsMail ? " All admins receive an email." : ""}`}
            />
          </div>
        )}
        <button className="button" type="submit">
          {sendsMail ? "Send invitation" : "Make invitation link"}
        </button>
      </Form>
    </section>
  );
}

type Wrong = Extract<Answer, { kind: "wrong" }>;

type AddressProps = { wrong: Wrong | null; again: Entered | null; undelivered: Undelivered | null };

function AddressField({ wrong, again, undelivered }: AddressProps) {
  return (
    <Field
      id="email"
      label="Email address"
      type="email"
      hint={
        again
          ? "The new link replaces the earlier one, which then stops working."
          : undelivered
            ? `Our email to ${undelivered.email} was not delivered. This invitation replaces it and closes case ${undelivered.caseId}.`
            : undefined
      }
      error={wrong?.errors.find(({ field }) => field === "email")?.message}
      after={wrong?.account && <Link to={`/admin/people/${wrong.account}`}>View this person</Link>}
      defaultValue={(wrong ?? again ?? undelivered)?.email}
      autoFocus={(again ?? undelivered) !== null && wrong === null}
      autoComplete="off"
      maxLength={254}
      required
    />
  );
}

type ReplacesProps = {
  isTicked: boolean;
  earlier: ListedInvitation | undefined;
  role: Role;
};

/** The question is above the form. */
function ReplacesTick({ isTicked, earlier, role }: ReplacesProps) {
  return (
    <div className="field invite-question">
      {earlier?.role && (
        <p className="field-hint" id="replaces-hint">
          {earlier.email} is invited as {roleWords[earlier.role]} until <DayOf at={earlier.endsAt} />. This
          invitation is as {roleWords[role]}.
        </p>
      )}
      <label className="check">
        <input
          id="replaces"
          type="checkbox"
          name="replaces"
          value="yes"
          defaultChecked={isTicked}
          aria-describedby={earlier && "replaces-hint"}
        />
        Replace the earlier invitation. Its link stops working.
      </label>
    </div>
  );
}

function LanguageField({ label, chosen }: { label: string; chosen: Language }) {
  return (
    <SelectField
      id="language"
      label={label}
      defaultValue={chosen}
      options={[
        { value: "en", label: "English" },
        { value: "sw", label: "Kiswahili" },
      ]}
    />
  );
}

function Waiting({ invitations }: { invitations: ListedInvitation[] }) {
  if (invitations.length === 0)
    return (
      <EmptyList title="No pending invitations">
        <p>Invitations are listed here until the person creates an account, for up to 7 days.</p>
      </EmptyList>
    );
  return (
    <section className="staff-card" aria-labelledby="invitations">
      <h2 id="invitations">Pending invitations</h2>
      <ul className="invitations">
        {invitations.map(({ email, role, endsAt, mayWithdraw, undelivered }) => (
          <li key={email}>
            <p>
              <strong>{email}</strong>
              <small>
                {role && roleWords[role]}, until <Moment at={endsAt} />
              </small>
              {undelivered !== null && (
                <span className="invitation-fault">
                  <Status tone="bad">Email not delivered</Status>
                  <Link to={`/admin/mail/${undelivered}`}>
                    View email<span className="visually-hidden"> to {email}</span>
                  </Link>
                </span>
              )}
            </p>
            {mayWithdraw && (
              <div className="staff-actions">
                <InvitationButton what="again" email={email} label="New link" about="for" />
                <InvitationButton what="withdraw" email={email} label="Withdraw" about="the invitation of" />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type ButtonProps = { what: "again" | "withdraw"; email: string; label: string; about: string };

const InvitationButton = ({ what, email, label, about }: ButtonProps) => (
  <Form method="post">
    <input type="hidden" name="what" value={what} />
    <input type="hidden" name="email" value={email} />
    <button className="button quiet small" type="submit">
      {label}
      <span className="visually-hidden">
        {" "}
        {about} {email}
      </span>
    </button>
  </Form>
);
