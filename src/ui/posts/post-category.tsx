import type { Post, PostColor, PostIconName } from '#src/content/blog/posts.ts';

const inks: Record<PostColor, string> = {
  emerald: 'text-[#0B6A4C]',
  blue: 'text-[#24548F]',
  green: 'text-[#3A6A1C]',
  teal: 'text-[#17646B]',
  purple: 'text-[#6A3F88]',
  orange: 'text-[#9A4710]',
  slate: 'text-[#46545F]',
};

/** An article's category in its own colour, with its icon. */
export function PostCategory({ post: { category, color, icon } }: { post: Pick<Post, 'category' | 'color' | 'icon'> }) {
  return (
    <span className={`inline-flex items-center gap-2 font-mono text-[0.8125rem] ${inks[color]}`}>
      <PostIcon icon={icon} />
      {category}
    </span>
  );
}

const bars: Record<PostColor, string> = {
  emerald: 'border-[#0B6A4C]',
  blue: 'border-[#24548F]',
  green: 'border-[#3A6A1C]',
  teal: 'border-[#17646B]',
  purple: 'border-[#6A3F88]',
  orange: 'border-[#9A4710]',
  slate: 'border-[#46545F]',
};

/** Returns the class of a border in an article's colour. */
export function postBorder(color: PostColor): string {
  return bars[color];
}

/** The icons' path data, in a 24 by 24 viewBox. */
const strokes: Record<PostIconName, string[]> = {
  Leaf: ['M5.5 18.5C3.5 10 8 4.5 20 4c.5 11-5 16.5-14.5 14.5Z', 'M3.5 20.5 14 10', 'M9 15.2V10.6', 'M9.2 15h5'],
  Shield: ['M12 3.2 19.5 6v5.2c0 4.4-2.9 7.6-7.5 9.6-4.6-2-7.5-5.2-7.5-9.6V6Z', 'M8.5 12h7', 'M12 8.2v7.6'],
  TrendingUp: ['M3.5 20.5h17', 'M4 16.5 9.2 11l3.6 3L19.5 6', 'M14.8 5.8h4.9v4.9'],
  Globe: ['M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z', 'M12 3.5c-5 5.2-5 11.8 0 17 5-5.2 5-11.8 0-17Z', 'M4.3 9h15.4', 'M4.3 15h15.4'],
  FileText: ['M6 3.5h8.2L18.5 8v12.5H6Z', 'M14 3.7V8.2h4.3', 'M9 12h6.5', 'M9 15h6.5', 'M9 18h3.5'],
  Users: [
    'M9 5a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 0 0 9 5Z',
    'M3 19.5c.2-3.6 2.4-5.4 6-5.4s5.8 1.8 6 5.4Z',
    'M15.6 5.6a2.8 2.8 0 0 1 .4 5.4',
    'M17 14.4c2.6.4 3.9 2.1 4 5.1h-2.6',
  ],
  Target: [
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z',
    'M12 7.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4Z',
    'M12 1.8v5',
    'M12 17.2v5',
    'M1.8 12h5',
    'M17.2 12h5',
  ],
};

/** An article's icon, in the current text colour. */
function PostIcon({ icon }: { icon: PostIconName }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-5 shrink-0"
    >
      {strokes[icon].map((stroke) => (
        <path key={stroke} d={stroke} />
      ))}
    </svg>
  );
}
