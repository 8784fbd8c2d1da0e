import type { Typed, useKeptDraft } from "./use-kept-draft.ts";

type Props = {
  kept: ReturnType<typeof useKeptDraft>;
  take(typed: Typed): void;
  /** What is not offered, because it was not kept. */
  without?: string;
};

/** Offers what an earlier visit of this form did not come to save. */
export function KeptOffer({ kept, take, without }: Props) {
  const { offered } = kept;
  if (!offered) return null;
  return (
    <section className="editor-offer" aria-label="Not saved before">
      <p>
        What you typed here on {offered.at.toLocaleString("en-TZ")} was not saved. {without}
      </p>
      <button className="button small" type="button" onClick={() => take(kept.take(offered))}>
        Bring it back
      </button>
      <button className="button quiet small" type="button" onClick={kept.refuse}>
        Discard it
      </button>
    </section>
  );
}
