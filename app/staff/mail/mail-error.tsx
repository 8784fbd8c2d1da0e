import { plainError } from "./words.ts";

/** The mail server's own line is folded. */
export function MailError({ error }: { error: string }) {
  const plain = plainError(error);
  if (plain === null) return error;
  return (
    <>
      {plain}
      <details>
        <summary>Answer of the mail server</summary>
        {error}
      </details>
    </>
  );
}
