import type { StandardId } from '#src/content/types.ts';
import { Seal } from './seal.tsx';

const places = ['', '-ml-10 mt-16 md:(-ml-16 mt-28)', '-ml-10 md:-ml-16'] as const;

/** Up to three seals, pressed so that they overlap, as on a sheet that has been through several hands. */
export function SealRow({ standards }: { standards: readonly StandardId[] }) {
  return (
    <div aria-hidden="true" className="flex items-start">
      {standards.map((standard, index) => (
        <Seal key={standard} standard={standard} className={`size-36 shrink-0 md:size-56 ${places[index % places.length]}`} />
      ))}
    </div>
  );
}
