export type PrintReceiptGiven = { label: string };

/** A browser without script prints from its own menu. */
export function PrintReceipt({ label }: PrintReceiptGiven) {
  return (
    <button className="button quiet needs-script" type="button">
      {label}
    </button>
  );
}
