/** The work goes on when the reader of its output has ended, such as `head` or a closed terminal. */
export function outliveReader(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}
