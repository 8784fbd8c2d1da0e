import { Form } from "react-router";
import { roles } from "#domain/account.ts";
import type { OpenInvitation } from "#database/people.ts";
import { Moment } from "#app/staff/values.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { roleWords } from "./words.ts";

type Answer =
  { kind: "wrong"; email: string; message: string } | { kind: "by-hand"; email: string; address: string };

export function InviteForm({ answer }: { answer: Answer | null }) {
  return (
    <section className="staff-card" aria-labelledby="invite">
      <h2 id="invite">Invite somebody</h2>
      {answer?.kind === "by-hand" && (
        <div role="status">
          <p>
            There is no mail server, so please give this address to {answer.email} yourself. It is shown only
            now, works once, and ends in seven days.
          </p>
          <p>
            <code className="invitation-address">{answer.address}</code>
          </p>
        </div>
      )}
      <Form
        key={answer?.kind === "by-hand" ? answer.address : "empty"}
        className="form"
        method="post"
        noValidate
      >
        <input type="hidden" name="what" value="invite" />
        <Field
          id="email"
          label="E-mail address"
          type="email"
          error={answer?.kind === "wrong" ? answer.message : undefined}
          defaultValue={answer?.kind === "wrong" ? answer.email : undefined}
          autoComplete="off"
          maxLength={254}
          required
        />
        <SelectField
          id="invited-role"
          name="role"
          label="Role"
          defaultValue="organizer"
          options={roles.map((value) => ({ value, label: roleWords[value] }))}
        />
        <SelectField
          id="language"
          label="Language of the letter"
          defaultValue="en"
          options={[
            { value: "en", label: "English" },
            { value: "sw", label: "Kiswahili" },
          ]}
        />
        <button className="button" type="submit">
          Send the invitation
        </button>
      </Form>
    </section>
  );
}

export function Invitations({ invitations }: { invitations: OpenInvitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <section className="staff-card" aria-labelledby="invitations">
      <h2 id="invitations">Invitations that wait</h2>
      <ul className="invitations">
        {invitations.map(({ email, role, endsAt }) => (
          <li key={email}>
            <p>
              <strong>{email}</strong>
              <small>
                {role && roleWords[role]}, until <Moment at={endsAt} />
              </small>
            </p>
            <Form method="post">
              <input type="hidden" name="what" value="withdraw" />
              <input type="hidden" name="email" value={email} />
              <button className="button quiet small" type="submit">
                Withdraw<span className="visually-hidden"> the invitation of {email}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function SecondStepRule({ isRequired }: { isRequired: boolean }) {
  return (
    <section className="staff-card" aria-labelledby="second-step-rule">
      <h2 id="second-step-rule">Two-step sign-in</h2>
      <p>
        {isRequired
          ? "Everybody on the staff signs in with a code of their telephone. Whoever has not set it up does so before anything else."
          : "Everybody on the staff may sign in with their password alone."}
      </p>
      <Form method="post">
        <input type="hidden" name="what" value="second-step" />
        <input type="hidden" name="required" value={isRequired ? "no" : "yes"} />
        <button className="button quiet" type="submit">
          {isRequired ? "Require it no longer" : "Require it of all staff"}
        </button>
      </Form>
    </section>
  );
}
