/**
 * Without script the page loads itself again. So it does where script runs but the island's file does not come: nothing
 * else would ever ask.
 */
export function AskAgain({ island, seconds }: { island: string; seconds: number }) {
  const unlessAwake = `setTimeout(function(){document.querySelector("[data-island=${island}][data-awake]")||location.reload()},${3 * seconds}e3)`;
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={String(seconds)} />
      </noscript>
      <script dangerouslySetInnerHTML={{ __html: unlessAwake }} />
    </>
  );
}
