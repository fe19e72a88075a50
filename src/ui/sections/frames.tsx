import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { mark } from '#shared/art/mark.ts';
import type { Closing, Faq, Hero, Link, Note } from '#shared/content/types.ts';
import { Actions, InlineLink, TextLink } from '#src/ui/controls/links.tsx';
import { Fold, Heading } from '#src/ui/controls/texts.tsx';

type Ground = 'paper' | 'deep' | 'canopy';

const grounds: Record<Ground, string> = { paper: '', deep: 'bg-paper-deep', canopy: 'bg-canopy-deep text-paper' };

type HeadingTexts = { eyebrow?: string | undefined; title: string; intro?: string | undefined };
type SectionProps = {
  id?: string | undefined;
  ground?: Ground;
  /** Whether the section is left out in print. */
  isScreenOnly?: boolean;
  /** The id of a heading among the children that names the section. */
  labelledBy?: string;
  /** The heading, if it stands above all of the section. */
  heading?: HeadingTexts;
  children: ReactNode;
};

/** A full-width section of the page with a background, and the page's margins. */
export function Section({ id, ground = 'paper', isScreenOnly, labelledBy, heading, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={labelledBy} className={`band ${grounds[ground]} ${isScreenOnly ? 'print:hidden' : ''}`}>
      <div className="page">
        {heading && <SectionHeading content={heading} />}
        {children}
      </div>
    </section>
  );
}

type NamedSectionProps = Omit<ComponentProps<'section'>, 'title'> & {
  title: ReactNode;
  titleId: string;
  titleClass?: string;
  level?: 'h1' | 'h2' | 'h3';
};

/** A part of a page, or a box in it, that is named by the heading that it begins with. */
export function NamedSection({ title, titleId, titleClass = 'display-2', level, children, ...section }: NamedSectionProps) {
  return (
    <section aria-labelledby={titleId} {...section}>
      <Heading id={titleId} className={titleClass} level={level} text={title} />
      {children}
    </section>
  );
}

/** The heading of a section: eyebrow, title and an optional introduction. */
export function SectionHeading({ content: { eyebrow, title, intro }, className = '' }: { content: HeadingTexts; className?: string }) {
  return (
    <div className={`max-w-[46rem] ${className}`.trim()}>
      {eyebrow && <p className="eyebrow mb-4 text-canopy dark:text-lichen">{eyebrow}</p>}
      <h2 className="display-2">{title}</h2>
      {intro && <p className="lede mt-5 text-ink-soft dark:text-canopy-mist">{intro}</p>}
    </div>
  );
}

type HeroTextProps = {
  content: Hero;
  /** The class that says how wide a title of the page (`h1`) is, so that it breaks where it should. */
  width?: string;
  /** The classes of eyebrow and lede: their colours, if the ground does not say them. */
  colours?: readonly [eyebrow: string, lede: string];
  /** The element of the title: `h2` where the page's first heading stands above the hero. */
  heading?: 'h1' | 'h2';
  className?: string;
};

/** The texts of a hero, and its actions. */
export function HeroText({ content, width = usualWidth, colours = usualColours, heading: Title = 'h1', className }: HeroTextProps) {
  const isPageTitle = Title === 'h1';
  return (
    <div className={className}>
      <p className={`eyebrow mb-5 ${colours[0]}`}>{content.eyebrow}</p>
      <Title className={isPageTitle ? `display-1 ${width}` : 'display-3'}>
        {/* A title breaks between its sentences first. */}
        {content.title.split(/(?<=\.) /).map((sentence, index) => (
          <Fragment key={sentence}>
            {index > 0 && ' '}
            <span className="inline-block max-w-full">{sentence}</span>
          </Fragment>
        ))}
      </Title>
      <p className={`mt-6 mb-8 ${colours[1]} ${isPageTitle ? 'lede' : ''}`}>{content.lede}</p>
      <Actions actions={content.actions} />
    </div>
  );
}

const usualWidth = 'max-w-[9.6em] lg:max-w-[8.8em]';
const usualColours = ['text-canopy dark:text-lichen', 'text-ink-soft dark:text-paper/90'] as const;

type PageHeroProps = Pick<HeroTextProps, 'content' | 'heading'> & {
  aside?: ReactNode;
  /** A picture behind the hero, which then has a dark ground. */
  picture?: ReactNode;
};

/** The hero of an inner page: a title, an explanation and actions, and beside them perhaps something else. */
export function PageHero({ content, aside, heading = 'h1', picture }: PageHeroProps) {
  const paper = `border-b border-rule ${heading === 'h1' ? 'pt-12 pb-14 md:(pt-20 pb-20)' : 'py-12'}`;
  return (
    <section className={picture ? `pt-10 pb-12 md:(pt-16 pb-16) ${pictured}` : paper}>
      {picture}
      <div className="page grid grid-cols-1 gap-x-12 gap-y-8 lg:(grid-cols-[minmax(0,1fr)_auto] items-end)">
        <HeroText content={content} heading={heading} />
        {aside}
      </div>
    </section>
  );
}

/** Classes of a hero with a picture behind it. */
export const pictured = 'relative isolate overflow-hidden bg-canopy-deep text-paper';

type CompactHeadProps = {
  back?: Link;
  title: ReactNode;
  lede?: string;
  /** A button after the lede: another way to find what the page offers. */
  link?: Link;
  /** The notice about sample data; none for real data. */
  sample?: string | false | undefined;
  /** The lines beside Carma's name on paper, for a page that is printed as a document. On paper it has no lede. */
  printed?: readonly string[];
};

/** The head of a functional page, close below the header: a link back, the name of the page, and what the page does. */
export function CompactHead({ back, title, lede, link, sample, printed }: CompactHeadProps) {
  return (
    <header className={`page ${back ? 'pt-3' : 'pt-6'} print:pt-0`}>
      {printed && <PrintedHead lines={printed} />}
      <TextLink link={back} className="print:hidden" />
      <h1 className="display-2">{title}</h1>
      {(lede || link) && (
        <p className={`mt-2 max-w-[46rem] text-balance text-ink-soft md:mt-3 [overflow-wrap:anywhere] ${printed ? 'print:hidden' : ''}`}>
          {lede}{' '}
          {link && (
            <a href={link.href} className="btn-outline my-1 min-h-11 px-4 py-1.5 text-ink max-md:(flex w-fit mt-3) md:ml-3">
              {link.label}
            </a>
          )}
        </p>
      )}
      {sample && (
        <p role="note" className="mt-3 border-l-3 border-clay bg-paper-bright px-3 py-1.5 text-[0.875rem] sm:px-4">
          {sample}
        </p>
      )}
    </header>
  );
}

/** The beginning of a printed document: Carma's name, and lines that say whose the document is, of which day, or at which address. */
export function PrintedHead({ lines }: { lines: readonly string[] }) {
  return (
    <div className="mb-6 hidden items-start justify-between gap-6 print:flex">
      <p className="flex items-center gap-3 font-display text-[1.625rem]">
        <Mark />
        Carma
      </p>
      <p className="text-right text-[0.8125rem]">
        {lines.map((line) => (
          <span key={line} data-printed="" className="block [overflow-wrap:anywhere]">
            {line}
          </span>
        ))}
      </p>
    </div>
  );
}

/** The Carma mark: contour rings around a solid centre. */
export function Mark() {
  return (
    <svg viewBox={mark.viewBox} aria-hidden="true" className="size-8">
      {mark.rings.map((ring) => (
        <path key={ring} d={ring} fill="none" stroke="currentColor" strokeWidth="1.6" />
      ))}
      <path d={mark.centre} fill="currentColor" />
    </svg>
  );
}

/** Questions that expand in place, as native `details`. */
export function FaqList({ content }: { content: Faq }) {
  return (
    <Section>
      <div className="grid gap-8 print:block lg:grid-cols-[minmax(0,20fr)_minmax(0,46fr)] lg:gap-20">
        <h2 className="display-2 print:mb-6">{content.title}</h2>
        <div className="border-b border-rule">
          {content.items.map((item) => (
            <Fold key={item.question} title={item.question} isQuestion>
              <p className="copy pb-6 text-ink-soft">{item.answer}</p>
            </Fold>
          ))}
        </div>
      </div>
    </Section>
  );
}

/** One line between two sections, with links to pages about its subject. */
export function NoteLine({ content: { text, links } }: { content: Note }) {
  return (
    <div className="page py-6 md:py-14 print:hidden">
      <p className="border-y border-rule py-3 leading-[1.75] text-ink-soft">
        <span className="mr-2">{text}</span>{' '}
        {links.map((link) => (
          <Fragment key={link.href}>
            <InlineLink link={link} className="mr-3 inline-block" />{' '}
          </Fragment>
        ))}
      </p>
    </div>
  );
}

/** The end of a page: one line and a call to action, on the darkest background. */
export function ClosingCall({ content }: { content: Closing }) {
  return (
    <section className="bg-ink py-12 text-paper md:py-24 print:hidden">
      <div className="page">
        <h2 className="display-2 max-w-[14.1em]">{content.title}</h2>
        <p className="lede mt-4 mb-6 text-paper/85 md:(mt-5 mb-8)">{content.body}</p>
        <Actions actions={content.actions} />
      </div>
    </section>
  );
}

/** A picture of a project or an article, all of which are 8 by 5. */
export function Picture({ alt, className, ...attributes }: ComponentProps<'img'> & { alt: string; className: string }) {
  return <img alt={alt} width="800" height="500" className={`w-full bg-paper-deep object-cover ${className}`} {...attributes} />;
}

type DrawingProps = ComponentProps<'img'> & {
  /** The name of its file in public/pictures, without the ending. */
  name: string;
  size: readonly [width: number, height: number];
  /** Whether the drawing is above the fold. It is then loaded at once, but with low priority. */
  isAboveFold?: boolean;
};

/** A drawing that says nothing more than the text beside it, loaded when it is about to be seen. A `className` replaces its size. */
export function Drawing({ name, size: [width, height], isAboveFold = false, className = 'h-auto w-full', ...attributes }: DrawingProps) {
  const loading = isAboveFold ? ({ fetchPriority: 'low' } as const) : ({ loading: 'lazy' } as const);
  return <img src={`/pictures/${name}.svg`} alt="" width={width} height={height} className={className} {...loading} {...attributes} />;
}
