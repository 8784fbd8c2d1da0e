import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { needsConfirmation } from "#database/accounts/role-grants.ts";
import { readPerson } from "#database/accounts/people.ts";
import { linkLasts, roles } from "#domain/accounts/roles.ts";
import { prove } from "#app/account/second-step/prove.server.ts";
import { secondFactorOf } from "#app/account/second-step/second-factor.server.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import type { SecurityEventKind } from "#domain/system/security-event.ts";
import type { AccessHindrance } from "#domain/cases/proposal.ts";
import {
  configContext,
  databaseContext,
  originContext,
  sealContext,
  securityContext,
} from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { Confirm } from "#app/staff/confirm.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { EmailAddress, Moment } from "#app/staff/values.tsx";
import { faultOfProof, ProvingFields } from "#app/staff/password-and-code.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { changeRole } from "#operations/accounts/change-role.ts";
import { confirmAccess } from "#operations/accounts/confirm-access.ts";
import { disableAccount } from "#operations/accounts/disable.ts";
import { enableAccount } from "#operations/accounts/enable.ts";
import { resetSignIn } from "#operations/accounts/reset-sign-in.ts";
import { LinkByHand } from "./link-by-hand.tsx";
import { hindranceText, roleWords } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/person";

export const handle = { policy: "admin" };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const person = await readPerson(db, params.id);
  if (!person) throw data(null, { status: 404 });
  const { id: ownId } = signedInPerson(context);
  const isOneself = person.id === ownId;
  const asksToDisable = url.searchParams.has("disable") && !person.isDisabled && !isOneself;
  const hasMail = context.get(configContext).mail !== undefined;
  // A refused form does not load the page again, so it keeps what was typed. A successful one is emptied.
  const loadedAt = Date.now();
  const access = { giver: ownId, receiver: person.id };
  const needsAnother = await needsConfirmation(db, access);
  const shown = { person, isOneself, asksToDisable, hasMail, needsAnother, loadedAt };
  return { ...shown, factor: secondFactorOf(context) };
}

const text = z.string().default("");
const proof = { password: text, code: text };
const posted = z.discriminatedUnion("what", [
  z.object({ what: z.literal("role"), role: z.enum(roles), ...proof }),
  z.object({ what: z.literal("disable"), ...proof }),
  z.object({ what: z.literal("enable"), ...proof }),
  z.object({ what: z.literal("confirm"), ...proof }),
  z.object({ what: z.literal("reset"), ...proof }),
]);

export async function action({ request, context, params }: Route.ActionArgs) {
  const db = context.get(databaseContext);
  const person = signedInPerson(context);
  const { id: doneBy } = person;
  const form = await readForm(request, posted);
  if (!form.ok) return redirect(`/admin/people/${encodeURIComponent(params.id)}`, 303);
  if (params.id === doneBy) throw data(null, { status: 403 });
  const { value } = form;
  const proven = await prove({ request, context, person }, value);
  if (proven.kind !== "proven") {
    const { fault, status } = faultOfProof(value.what, proven);
    return data({ ...fault, link: null }, { status });
  }
  if (value.what === "reset") return resetAnswer(context, params.id, doneBy);
  const outcome =
    value.what === "role"
      ? await changeRole(db, { userId: params.id, role: value.role }, doneBy)
      : value.what === "disable"
        ? await disableAccount(db, params.id, doneBy)
        : value.what === "enable"
          ? await enableAccount(db, params.id, doneBy)
          : await confirmAccess(db, params.id, doneBy);
  return noticed(context, params.id, outcome);
}

type Context = Route.ActionArgs["context"];

async function resetAnswer(context: Context, userId: string, doneBy: string) {
  const byHand = context.get(configContext).mail === undefined;
  const outcome = await resetSignIn(context.get(databaseContext), context.get(sealContext), {
    ...{ userId, doneBy, byHand },
  });
  if (outcome === "unknown" || outcome.kind !== "reset") return noticed(context, userId, outcome);
  if (!byHand) return noticed(context, userId, "reset");
  context.get(securityContext)("sign-in-reset");
  const address = context.get(originContext) + outcome.address;
  const endsAt = new Date(Date.now() + linkLasts["password-reset"] * 1000);
  return data({ form: "reset", errors: [], link: { email: outcome.email, address, endsAt } });
}

function noticed(context: Context, userId: string, outcome: keyof typeof notices | AccessHindrance) {
  const event = typeof outcome === "string" ? events[outcome] : undefined;
  if (event) context.get(securityContext)(event);
  const notice = noticeCookie(
    typeof outcome === "string"
      ? { tone: tones[outcome] ?? "success", title: notices[outcome] }
      : { tone: "error", title: hindranceText(outcome) },
  );
  const headers = { "Set-Cookie": notice };
  return redirect(`/admin/people/${encodeURIComponent(userId)}`, { status: 303, headers });
}

const notices = {
  changed: "Role changed.",
  disabled: "Account disabled and signed out on all devices.",
  enabled: "Account enabled.",
  confirmed: "Access confirmed.",
  reset: "Password and two-step sign-in reset. The person gets an email with a link.",
  "not-yours":
    "You cannot confirm this access. An admin who did not give it, and is not new, must confirm it.",
  unchanged: "Nothing changed: the person already has this role.",
  unknown: "Nothing changed.",
  "last-admin": "There must be at least one admin. Make someone else an admin first.",
  "email-not-confirmed":
    "This person has not confirmed the email address, so another person may have opened the account. Ask them to confirm it first.",
};
const events: Partial<Record<keyof typeof notices, SecurityEventKind>> = {
  changed: "role-changed",
  disabled: "account-disabled",
  enabled: "account-enabled",
  confirmed: "access-confirmed",
  reset: "sign-in-reset",
};
const tones: Partial<Record<keyof typeof notices, "info" | "error">> = {
  unchanged: "info",
  unknown: "error",
  "not-yours": "error",
  "last-admin": "error",
  "email-not-confirmed": "error",
};

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { person, isOneself, asksToDisable, hasMail, needsAnother, loadedAt, factor } = loaderData;
  const link = actionData?.link ?? null;
  const isOpen = (form: string) => actionData?.form === form;
  const proving = (form: string) => {
    const errors = actionData?.form === form ? actionData.errors : [];
    return (
      <>
        <ErrorSummary title="There is a problem" errors={errors} />
        <ProvingFields form={form} factor={factor} errors={errors} />
      </>
    );
  };
  if (link) return <NewLink person={person} link={link} />;
  return (
    <>
      <PageHead title={person.name} back={{ to: "/admin/people", label: "People" }}>
        <Status tone={person.isDisabled ? "bad" : "good"}>{person.isDisabled ? "Disabled" : "Active"}</Status>
      </PageHead>
      <AccountFacts person={person} />
      {isOneself ? (
        <p>Only another admin can change your role or disable your account.</p>
      ) : (
        <div className="people-more" key={loadedAt}>
          {person.isUnconfirmed && <ConfirmAccess proof={proving("confirm")} />}
          <RoleForm person={person} hasMail={hasMail} proof={proving("role")} isOpen={isOpen("role")} />
          {!person.isDisabled && (
            <ResetForm
              {...{ person, hasMail, needsAnother }}
              proof={proving("reset")}
              isOpen={isOpen("reset")}
            />
          )}
          <Access person={person} proof={proving("enable")} />
        </div>
      )}
      {asksToDisable && (
        <Confirm
          question={`Are you sure you want to disable the account of ${person.name}?`}
          about={disablingText}
          sent={{ what: "disable" }}
          confirm="Disable"
          to={`/admin/people/${person.id}`}
          action={`/admin/people/${person.id}?disable`}
        >
          {proving("disable")}
        </Confirm>
      )}
    </>
  );
}

type NewLinkProps = PersonProps & { link: { email: string; address: string; endsAt: Date } };

/** Only the link, because leaving the page loses it. */
function NewLink({ person, link }: NewLinkProps) {
  return (
    <>
      <PageHead title={`New link for ${person.name}`} />
      <LinkByHand {...link}>
        <Link className="button quiet" to={`/admin/people/${person.id}`}>
          Done
        </Link>
      </LinkByHand>
      {person.isUnconfirmed && (
        <p>Until another admin confirms the access again, this person changes nothing in the staff area.</p>
      )}
    </>
  );
}

const disablingText =
  "Disabling the account signs the person out and stops them signing in. Their past work is kept.";

type PersonProps = Pick<Route.ComponentProps["loaderData"], "person">;
type ProofProps = { proof: React.ReactNode };
/** Open after a refusal. */
type FoldProps = PersonProps & ProofProps & { hasMail: boolean; isOpen: boolean };

function AccountFacts({ person }: PersonProps) {
  return (
    <section className="staff-card" aria-labelledby="facts">
      <h2 id="facts">Account</h2>
      <dl className="staff-facts">
        <Fact name="Username">{person.username ?? "None"}</Fact>
        <Fact name="Email" isLong>
          <EmailAddress of={person.email} />
          {!person.isEmailProven && " (not confirmed)"}
        </Fact>
        <Fact name="Role">{roleWords[person.role]}</Fact>
        {person.isUnconfirmed && <Fact name="Access">Not confirmed by a second admin</Fact>}
        <Fact name="Two-step sign-in">{person.hasSecondStep ? "On" : "Off"}</Fact>
        <Fact name="Created">
          <Moment at={person.createdAt} />
        </Fact>
        <Fact name="Last seen">{person.lastSeen ? <Moment at={person.lastSeen} /> : "Never"}</Fact>
      </dl>
      <p>
        <Link to={`/admin/audit?person=${person.id}`}>View their activity</Link>
        {" · "}
        <Link to={`/admin/audit?subject=user:${person.id}`}>View changes to this account</Link>
        {" · "}
        <Link to={`/admin/security?account=${person.id}`}>View their sign-ins</Link>
      </p>
    </section>
  );
}

function ConfirmAccess({ proof }: ProofProps) {
  return (
    <section className="staff-card" aria-labelledby="confirm-access">
      <h2 id="confirm-access">Access not confirmed</h2>
      <p>
        Until a second admin confirms it, this person can look at the staff area, and changes nothing there.
        Speak to the person before you confirm. The admin who gave the access cannot confirm it.
      </p>
      <Form className="form" method="post" noValidate>
        <input type="hidden" name="what" value="confirm" />
        {proof}
        <button className="button" type="submit">
          Confirm access
        </button>
      </Form>
    </section>
  );
}

function RoleForm({ person, hasMail, proof, isOpen }: FoldProps) {
  return (
    <section className="staff-card" aria-labelledby="change-role">
      <h2 id="change-role">Role</h2>
      <details open={isOpen}>
        <summary>Change role</summary>
        <Form className="form" method="post" noValidate>
          <input type="hidden" name="what" value="role" />
          <SelectField
            id="role"
            label="New role"
            hint={`The person is signed out and must sign in again. A new admin cannot approve requests or change access for 72 hours.${hasMail ? " All admins receive an email." : ""}`}
            defaultValue={person.role}
            options={roles.map((value) => ({ value, label: roleWords[value] }))}
          />
          {proof}
          <button className="button" type="submit">
            Change role
          </button>
        </Form>
      </details>
    </section>
  );
}

function ResetForm({ person, hasMail, needsAnother, proof, isOpen }: FoldProps & { needsAnother: boolean }) {
  return (
    <section className="staff-card" aria-labelledby="reset-sign-in">
      <h2 id="reset-sign-in">Lost phone or password</h2>
      <details open={isOpen}>
        <summary>Reset the sign-in</summary>
        <Form className="form" method="post" noValidate>
          <p>
            The person is signed out, and open invitations that the person made are withdrawn. The password
            and two-step sign-in end,{" "}
            {hasMail
              ? `and ${person.email} gets a link to choose a new password. All admins receive an email.`
              : "and you get a link for the person to choose a new password."}{" "}
            The link works for one hour. Speak to the person first.
          </p>
          {!hasMail && person.role !== "organizer" && (
            <p>
              You see the link, so it counts as access that you give again.{" "}
              {needsAnother
                ? "Another admin must confirm it."
                : "Without another admin, no one has to confirm it, and the person is new for 72 hours."}{" "}
              This person cannot approve your requests.
            </p>
          )}
          <input type="hidden" name="what" value="reset" />
          {proof}
          <button className="button quiet" type="submit">
            Reset sign-in
          </button>
        </Form>
      </details>
    </section>
  );
}

function Access({ person, proof }: PersonProps & ProofProps) {
  return (
    <section className="staff-card" aria-labelledby="access">
      <h2 id="access">Access</h2>
      {person.isDisabled ? (
        <>
          <p>This person cannot sign in. Their past work is kept.</p>
          <Form className="form" method="post" noValidate>
            <input type="hidden" name="what" value="enable" />
            {proof}
            <button className="button quiet" type="submit">
              Enable account
            </button>
          </Form>
        </>
      ) : (
        <>
          <p>{disablingText}</p>
          <p>
            <Link className="button quiet erases" to="?disable">
              Disable account
            </Link>
          </p>
        </>
      )}
    </section>
  );
}
