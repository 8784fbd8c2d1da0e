import { Form, Link, useNavigation } from "react-router";

type Props = {
  /** The form's field that names what is stopped. */
  field: "job" | "payments";
  name: string;
  label: string;
  isStopped: boolean;
  /** The address of the question before a stop. Without it a press stops at once. */
  question?: string;
};

export function StopOrStart({ field, name, label, isStopped, question }: Props) {
  const busy = useNavigation().state !== "idle";
  const word = isStopped ? "Start" : "Stop";
  if (!isStopped && question !== undefined)
    return (
      <div className="row-actions alone">
        <Link
          className="button quiet small"
          to={question}
          aria-label={`${word}: ${label}`}
          preventScrollReset
        >
          {word}
        </Link>
      </div>
    );
  return (
    <Form method="post" className="row-actions alone" preventScrollReset>
      <input type="hidden" name={field} value={name} />
      <button
        className={isStopped ? "button small" : "button quiet small"}
        type="submit"
        name="do"
        value={isStopped ? "start" : "stop"}
        aria-label={`${word}: ${label}`}
        disabled={busy}
      >
        {word}
      </button>
    </Form>
  );
}
