/** Without script, people print from the browser's own menu. */
export function PrintButton({ label }: { label: string }) {
  return (
    <button className="button quiet needs-script" type="button">
      {label}
    </button>
  );
}
