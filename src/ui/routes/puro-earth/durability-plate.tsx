import { Seal } from '#src/ui/sections/seal.tsx';

type DurabilityPlateProps = { content: { value: string; unit: string; label: string; note: string } };

/** One large number on a char-coloured background. */
export function DurabilityPlate({ content }: DurabilityPlateProps) {
  return (
    <div className="relative isolate w-full overflow-clip bg-[#1D1B18] px-7 pt-8 pb-7 text-paper lg:w-[min(25rem,34vw)]">
      <Seal standard="puro-earth" onChar isFirst className="absolute grid -top-8 -right-8 -z-1 size-48 opacity-45" />
      <dl>
        <dt className="eyebrow text-[#E0B769]">{content.label}</dt>
        <dd className="mt-24 flex flex-wrap items-baseline gap-3">
          <span className="font-display text-[5.5rem] leading-[0.85] tracking-[-0.03em] md:text-[7rem]">{content.value}</span>
          <span className="font-mono text-[1rem]">{content.unit}</span>
        </dd>
        <dd className="mt-6 border-t border-paper/30 pt-4 text-[0.9375rem] leading-[1.55] text-paper/85">{content.note}</dd>
      </dl>
    </div>
  );
}
