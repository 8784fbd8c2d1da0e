import { Form } from "react-router";

export function ImportForm({ error, busy }: { error: string | null; busy: boolean }) {
  return (
    <>
      {error !== null && (
        <div className="error-summary" role="alert">
          <h3>There is a problem</h3>
          <p>{error}</p>
        </div>
      )}
      <Form method="post" encType="multipart/form-data" className="form import-file">
        <div className="field">
          <label htmlFor="file">File</label>
          <p className="field-hint" id="file-hint">
            The CSV export from the AzamPay portal, up to 5 MB. You see a preview before you import it. You
            can import the same file or payment again: it is counted once.
          </p>
          <input
            id="file"
            name="file"
            type="file"
            accept=".csv,text/csv,text/plain"
            aria-describedby="file-hint"
          />
        </div>
        <p className="staff-actions">
          <button className="button" disabled={busy}>
            {busy ? "Uploading..." : "Preview file"}
          </button>
        </p>
      </Form>
    </>
  );
}
