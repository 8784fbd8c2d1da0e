import { reloadUnlessAwake } from "#app/browser/inline-scripts.ts";

/** Reloads the page without script, or if an island's file does not load. */
export function ReloadFallback({ seconds }: { seconds: number }) {
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={String(seconds)} />
      </noscript>
      <script dangerouslySetInnerHTML={{ __html: reloadUnlessAwake }} />
    </>
  );
}
