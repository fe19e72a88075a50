import { Fragment, type ReactNode } from 'react';
import type { Hero } from '#src/content/types.ts';
import { Actions } from '#src/ui/controls/action-button.tsx';

type PageHeroProps = {
  content: Hero;
  aside?: ReactNode;
  /** The element of its title: `h2` where the page's first heading stands above it. */
  heading?: 'h1' | 'h2';
};

/** The hero of an inner page: a title, an explanation and actions. */
export function PageHero({ content, aside, heading: Heading = 'h1' }: PageHeroProps) {
  return (
    <section className="border-b border-rule pt-12 pb-14 md:(pt-20 pb-20)">
      <div className="page grid grid-cols-1 gap-12 lg:(grid-cols-[minmax(0,1fr)_auto] items-end)">
        <div>
          <p className="eyebrow mb-5 text-canopy">{content.eyebrow}</p>
          <Heading className="display-1 max-w-[9.6em] lg:max-w-[8.8em]">
            {sentences(content.title).map((sentence, index) => (
              <Fragment key={sentence}>
                {index > 0 && ' '}
                <span className="inline-block max-w-full">{sentence}</span>
              </Fragment>
            ))}
          </Heading>
          <p className="lede mt-6 mb-8 text-ink-soft">{content.lede}</p>
          <Actions actions={content.actions} />
        </div>
        {aside}
      </div>
    </section>
  );
}

/** Splits a title into sentences, so that it breaks between them first. */
function sentences(title: string): string[] {
  return title.split(/(?<=\.) /);
}
