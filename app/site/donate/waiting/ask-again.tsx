import { unlessAwake } from "#app/islands/inline-scripts.ts";

/**
 * Without script the page loads itself again. So it does where script runs but the island's file does not come: nothing
 * else would ever ask.
 */
export function AskAgain({ island, seconds }: { island: string; seconds: number }) {
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={String(seconds)} />
      </noscript>
      <script
        data-waits-for={island}
        data-seconds={seconds}
        dangerouslySetInnerHTML={{ __html: unlessAwake }}
      />
    </>
  );
}
