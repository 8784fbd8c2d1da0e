import { Form } from "react-router";

type Props = { isRequired: boolean; hasOwn: boolean };

export function SecondStepRule({ isRequired, hasOwn }: Props) {
  return (
    <section className="staff-card" id="two-step" aria-labelledby="second-step-rule">
      <h2 id="second-step-rule">Two-step sign-in</h2>
      <p>
        {isRequired
          ? "Everybody on the staff signs in with a code of their telephone. Whoever has not set it up does so before anything else."
          : "Everybody on the staff may sign in with their password alone."}
      </p>
      {isRequired || hasOwn ? (
        <Form method="post">
          <input type="hidden" name="required" value={isRequired ? "no" : "yes"} />
          <button className="button quiet" type="submit">
            {isRequired ? "Require it no longer" : "Require it of all staff"}
          </button>
        </Form>
      ) : (
        <p>
          You can require it of all staff once you have it yourself:{" "}
          <a href="/settings/two-step">set up your two-step sign-in</a>.
        </p>
      )}
    </section>
  );
}
