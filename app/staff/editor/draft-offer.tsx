import { formatMoment } from "#domain/system/calendar.ts";
import type { Typed, useDeviceDraft } from "./use-device-draft.ts";

type Props = {
  kept: ReturnType<typeof useDeviceDraft>;
  take(typed: Typed): void;
  without?: string;
};

export function DraftOffer({ kept, take, without }: Props) {
  const { offered } = kept;
  if (!offered) return null;
  return (
    <section className="editor-offer" aria-label="Unsaved changes">
      <p>
        You have unsaved changes from {formatMoment(offered.at, "en")}. {without}
      </p>
      <button className="button small" type="button" onClick={() => take(kept.take(offered))}>
        Restore changes
      </button>
      <button className="button quiet small" type="button" onClick={kept.refuse}>
        Discard
      </button>
    </section>
  );
}
