import { reloadUnlessAwake } from "#app/browser/inline-scripts.ts";

/** The page reloads where script does not run, and where the island's file does not arrive. */
export function AskAgain({ island, seconds }: { island: string; seconds: number }) {
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
