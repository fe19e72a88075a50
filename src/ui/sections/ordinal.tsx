/** The number of an entry, from 1, as two digits beside or above it. `className` has at least its colour. */
export function Ordinal({ number, className }: { number: number; className: string }) {
  return (
    <span aria-hidden="true" className={`figure text-[0.8125rem] ${className}`}>
      {String(number).padStart(2, '0')}
    </span>
  );
}
