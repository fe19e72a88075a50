import { markPaths } from '#src/lib/landscape/mark.ts';

/** The Carma mark: contour rings around a solid centre. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8">
      {markPaths.rings.map((ring) => (
        <path key={ring} d={ring} fill="none" stroke="currentColor" strokeWidth="1.6" />
      ))}
      <path d={markPaths.centre} fill="currentColor" />
    </svg>
  );
}
