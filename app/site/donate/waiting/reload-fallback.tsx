import { reloadUnlessAwake } from "#app/browser/inline-scripts.ts";

/** Reloads the page without script, or if the island's file does not load. */
export function ReloadFallback({ island, seconds }: { island: string; seconds: number }) {
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={String(seconds)} />
      </noscript>
      <script
        data-waits-for={island}
        data-seconds={seconds}
        dangerouslySetInnerHTML={{ __html: reloadUnlessAwake }}
      />
    </>
  );
}
