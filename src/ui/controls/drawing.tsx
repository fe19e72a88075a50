import type { ComponentProps } from 'react';

type DrawingProps = ComponentProps<'img'> & {
  /** The name of its file in public/pictures, without the ending. */
  name: string;
  size: readonly [width: number, height: number];
  /** Whether the drawing is above the fold. It is then loaded at once, but with low priority. */
  isFirst?: boolean;
};

/** A drawing that says nothing more than the text beside it. It is loaded when it is about to be seen. */
export function Drawing({ name, size: [width, height], isFirst = false, className = 'h-auto w-full', ...attributes }: DrawingProps) {
  const loading = isFirst ? ({ fetchPriority: 'low' } as const) : ({ loading: 'lazy' } as const);
  return <img src={`/pictures/${name}.svg`} alt="" width={width} height={height} className={className} {...loading} {...attributes} />;
}
