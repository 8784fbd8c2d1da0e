import { Form } from "react-router";

export type Refusal = {
  message: string;
  problems: { line: number; why: string }[];
  /** Whether the other lines can be taken without these. */
  mayLeaveOut: boolean;
};

export function BringForm({ refusal, busy }: { refusal: Refusal | null; busy: boolean }) {
  return (
    <>
      <h2 id="bring">Bring AzamPay’s statement</h2>
      {refusal && (
        <div className="error-summary" role="alert">
          <h3>{refusal.message}</h3>
          {refusal.problems.length > 0 && (
            <ul>
              {refusal.problems.map(({ line, why }) => (
                <li key={line}>
                  Line {line}: {why}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <Form method="post" encType="multipart/form-data" className="form staff-form">
        <div className="field">
          <label htmlFor="file">File</label>
          <p className="field-hint" id="file-hint">
            The export of AzamPay’s portal as CSV, up to 5 MB. The same file, and the same payment in another
            file, count once.
          </p>
          <input
            id="file"
            name="file"
            type="file"
            accept=".csv,text/csv,text/plain"
            aria-describedby="file-hint"
          />
        </div>
        {refusal?.mayLeaveOut && (
          <label className="check">
            <input type="checkbox" name="leave-out" value="yes" />
            Take the other lines and leave these out
          </label>
        )}
        <p className="staff-actions">
          <button className="button" disabled={busy}>
            {busy ? "Reading..." : "Bring it"}
          </button>
        </p>
      </Form>
    </>
  );
}
