import type { StandardId } from '#src/content/types.ts';
import { Seal } from '#src/ui/sections/seal.tsx';

const places = ['', '-ml-[9vw] mt-[17vw] sm:(-ml-14 mt-28)', '-ml-[9vw] sm:-ml-14'] as const;

/** Up to three overlapping seals. */
export function SealRow({ standards }: { standards: readonly StandardId[] }) {
  return (
    <div aria-hidden="true" className="flex items-start">
      {standards.map((standard, index) => (
        <Seal
          key={standard}
          standard={standard}
          isFirst
          className={`grid size-[34vw] shrink-0 sm:size-[min(13rem,18vw)] ${places[index % places.length]}`}
        />
      ))}
    </div>
  );
}
