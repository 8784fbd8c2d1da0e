import { Form, useNavigation } from "react-router";

type Props = {
  /** The form's field that names what is stopped. */
  field: "job" | "payments";
  name: string;
  label: string;
  isStopped: boolean;
};

export function StopOrStart({ field, name, label, isStopped }: Props) {
  const busy = useNavigation().state !== "idle";
  const word = isStopped ? "Start" : "Stop";
  return (
    <Form method="post" className="row-actions" preventScrollReset>
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
