import type { Post, PostColor } from '#src/content/blog/posts.ts';
import { PostIcon } from './post-icon.tsx';

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
