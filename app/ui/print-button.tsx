/** Without script, people print from the browser's own menu. */
export function PrintButton({ label, isMain = false }: { label: string; isMain?: boolean }) {
  return (
    <button className={isMain ? "button needs-script" : "button quiet needs-script"} type="button">
      {label}
    </button>
  );
}
