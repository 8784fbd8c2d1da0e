import { Form } from "react-router";

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
        <input type="hidden" name="required" value={isRequired ? "no" : "yes"} />
        <button className="button quiet" type="submit">
          {isRequired ? "Require it no longer" : "Require it of all staff"}
        </button>
      </Form>
    </section>
  );
}
