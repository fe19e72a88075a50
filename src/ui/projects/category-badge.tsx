import { own } from '#src/lib/input/own.ts';

const colours: Record<string, string> = {
  Reforestation: 'bg-[#D5E5CE] text-[#1E4B2A]',
  'Renewable Energy': 'bg-[#DCE4F3] text-[#24406F]',
  'Solar Energy': 'bg-[#F6E3B4] text-[#5E4305]',
  'Coastal Protection': 'bg-[#CFE4E8] text-[#1D4E5A]',
  'Forest Conservation': 'bg-[#C3DCCB] text-[#12332A]',
  Agroforestry: 'bg-[#E6E0B8] text-[#4B4A10]',
};
const grey = 'bg-[#DFDBD0] text-[#33392F]';

/** A project's category, in its own colour for the six that product.md names, grey for others. `short`: truncated to one line. */
export function CategoryBadge({ category, short = false }: { category: string; short?: boolean }) {
  return (
    <span
      className={`px-2 py-0.5 font-mono text-[0.75rem] ${short ? 'line-clamp-1 min-w-0 break-words' : 'inline-block'} ${own(colours, category) ?? grey}`}
    >
      {category}
    </span>
  );
}
