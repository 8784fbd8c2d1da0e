/** Shows that the page still waits. */
export function MovingDots() {
  return (
    <span className="waiting-dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
