/** The plus sign at the end of a summary, which turns into a cross while its `group` is open. */
export function OpenMarker() {
  return (
    <span aria-hidden="true" className="figure text-xl text-clay transition-rotate group-open:rotate-45">
      +
    </span>
  );
}
