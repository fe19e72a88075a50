import type { ReactNode } from 'react';

type ProjectSectionProps = {
  title: string;
  /** Beside the form; on a phone below it, with what follows. */
  intro: string;
  aside?: ReactNode;
  /** The form. */
  children: ReactNode;
};

/** From this length (in characters) a title is set in the smaller font on wide screens too. */
const longTitle = 80;

/** The purchase of one project's credits, or a question about it: the page's first section when its address names a project. */
export function ProjectSection({ title, intro, aside, children }: ProjectSectionProps) {
  return (
    <section id="quote" aria-labelledby="quote-title" className="border-b border-rule pt-5 pb-12 md:(pt-10 pb-16)">
      <div className="page grid gap-x-16 gap-y-5 lg:(grid-cols-[minmax(0,5fr)_minmax(0,7fr)] grid-rows-[auto_1fr])">
        <h1 id="quote-title" className={`display-3 break-words ${title.length > longTitle ? '' : 'md:display-2'}`}>
          {title}
        </h1>
        <div className="lg:row-span-2">{children}</div>
        <div>
          <p className="copy text-ink-soft">{intro}</p>
          {aside}
        </div>
      </div>
    </section>
  );
}
