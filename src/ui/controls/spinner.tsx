/** A rotating contour ring beside a progress text. */
export function Spinner({ text }: { text: string }) {
  return (
    <p role="status" data-loading className="flex min-h-40 items-center justify-center gap-3 text-ink-soft">
      <TurningContour />
      {text}
    </p>
  );
}

export function TurningContour() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 animate-spin motion-reduce:animate-none">
      <circle cx="12" cy="12" r="9" fill="none" strokeWidth="2" className="stroke-rule" />
      <path d="M12 3a9 9 0 0 1 9 9" fill="none" strokeWidth="2" className="stroke-canopy" />
    </svg>
  );
}
