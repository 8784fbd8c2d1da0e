import type { DecidableFrom } from "#domain/cases/proposal.ts";
import { decidableFromWords } from "./words.ts";

/** Under the status of a request in a list: from when someone can approve it, if not now. */
export function FromWhen({ from }: { from: DecidableFrom | undefined }) {
  const words = from && decidableFromWords(from);
  return (
    words && (
      <small className="row-kept" suppressHydrationWarning>
        {words}
      </small>
    )
  );
}
