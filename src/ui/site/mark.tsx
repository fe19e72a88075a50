import { mark } from '#shared/art/mark.ts';

/** The Carma mark: contour rings around a solid centre. */
export function Mark() {
  return (
    <svg viewBox={mark.viewBox} aria-hidden="true" className="size-8">
      {mark.rings.map((ring) => (
        <path key={ring} d={ring} fill="none" stroke="currentColor" strokeWidth="1.6" />
      ))}
      <path d={mark.centre} fill="currentColor" />
    </svg>
  );
}
