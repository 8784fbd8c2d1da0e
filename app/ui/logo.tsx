export function Logo() {
  return (
    <svg viewBox="0 0 40 40" fill="none" stroke="currentColor" strokeWidth="2.4" aria-hidden="true">
      <path strokeLinejoin="round" d="M9.5 9.5h21v21h-21zM20 5.2 34.8 20 20 34.8 5.2 20z" />
      <circle cx="20" cy="20" r="4.4" fill="#e7bd66" stroke="none" />
    </svg>
  );
}
