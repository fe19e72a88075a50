import type { ComponentProps, ReactNode } from 'react';
import type { Action, GeneralLink, Link } from '#shared/content/types.ts';
import { entryNumber, entryPath } from '#verify/text.ts';

/**
 * A link styled as a button, or a button that leads to an address, submits a form of the page or opens a dialog on it: modal, or as a
 * popover without scripts (src/page-scripts/dialogs.ts).
 */
export function ActionButton({ action, variant = 'outline' }: { action: Action; variant?: 'primary' | 'outline' }) {
  const className = variant === 'primary' ? 'btn-primary' : 'btn-outline';
  if ('href' in action) {
    if (action.isButton) return <AddressButton action={action} className={className} />;
    return (
      <a className={className} href={action.href} download={action.href.endsWith('.pdf') || undefined} aria-description={action.about}>
        {action.label}
      </a>
    );
  }
  if ('submits' in action) return <SubmitButton label={action.label} form={action.submits} className={className} />;
  return (
    <button type="button" className={className} popoverTarget={action.opens} aria-haspopup="dialog">
      {action.label}
    </button>
  );
}

/** An origin in place of that of the site, so that addresses within the site can be parsed. */
const here = 'https://carma.example';

/**
 * A button that leads to an address: the submit of a form, so that it works without scripts. With scripts, src/page-scripts/dialogs.ts
 * follows the address as a link would, which keeps the page where only its fragment differs.
 */
export function AddressButton({ action: { href, label, about }, className }: { action: GeneralLink; className: string }) {
  const { origin, pathname, hash, searchParams } = new URL(href, here);
  const address = (origin === here ? '' : origin) + (href.startsWith('#') ? '' : pathname) + hash;
  return (
    <form action={address} data-leads-to={href} className="contents">
      {[...searchParams].map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton label={label} className={className} aria-description={about} />
    </form>
  );
}

/** A button that sends its form, or the one that `form` names. A `className` replaces `btn-primary`. */
export function SubmitButton({ label, ...button }: ComponentProps<'button'> & { label: string }) {
  return (
    <button type="submit" className="btn-primary" {...button}>
      {label}
    </button>
  );
}

/** Prints the page (src/page-scripts/boot.ts). Hidden without scripts: the browser's menu prints the page just as well. */
export function PrintButton({ label }: { label: string }) {
  return (
    <button type="button" data-print="" className="needs-script btn-outline">
      {label}
    </button>
  );
}

/** A row of actions, of which the first is the primary one. Three are narrower, so that they have room beside the picture of a hero. */
export function Actions({ actions }: { actions: Action[] }) {
  if (actions.length === 0) return null;
  return (
    <div className={`flex flex-col gap-3 sm:(flex-row flex-wrap) ${actions.length > 2 ? 'sm:(gap-x-2 *:px-5)' : ''}`}>
      {actions.map((action, index) => (
        <ActionButton key={action.label} action={action} variant={index === 0 ? 'primary' : 'outline'} />
      ))}
    </div>
  );
}

/**
 * Takes a `link`, or `href` with children if these are more than a label. Without either it renders nothing. `colour`: the class of its
 * colour, or '' for that of the text around it.
 */
type TextLinkProps = ComponentProps<'a'> & { link?: Link; colour?: string };

/** A link that stands on a line of its own, high enough for a finger. */
export function TextLink({ className = '', ...link }: TextLinkProps) {
  return <InlineLink {...link} className={`inline-flex min-h-11 items-center ${className}`} />;
}

type LinkListProps = {
  links: readonly Link[];
  as?: 'ul' | 'ol';
  /** Renders what stands before a link's label, such as its number. */
  mark?: (index: number) => ReactNode;
  className?: string;
  itemClass?: string;
  linkClass?: string;
};

/** Links as a list. By default each stands on a line of its own. */
export function LinkList({ links, as: List = 'ul', mark, className, itemClass, linkClass = lineLink }: LinkListProps) {
  return (
    <List className={className}>
      {links.map(({ label, href }, index) => (
        <li key={href} className={itemClass}>
          <a href={href} className={linkClass}>
            {mark?.(index)}
            {label}
          </a>
        </li>
      ))}
    </List>
  );
}

const lineLink = 'text-link text-canopy inline-flex min-h-11 items-center';

/** A link within a text. */
export function InlineLink({ link, colour = 'text-canopy', className = '', ...attributes }: TextLinkProps) {
  const { href = link?.href, children = link?.label } = attributes;
  if (!href) return null;
  return (
    <a {...attributes} href={href} className={`text-link ${colour} ${className}`.trim()}>
      {children}
    </a>
  );
}

type FileLinksProps = {
  /** What the files contain, and the name of each format that there is. */
  texts: { label: string } & { [Format in 'csv' | 'xlsx' | 'json' | 'xml']?: string };
  /** The address of the files up to its dot, and its query with the question mark. */
  path: string;
  search: string;
  className?: string;
  /** Of each link. */
  rel?: string;
};

/** Links to files of what a page shows. */
export function FileLinks({ texts: { label, ...formats }, path, search, className = '', rel }: FileLinksProps) {
  return (
    <nav aria-label={label} className={`flex flex-wrap items-center gap-x-5 text-[0.9375rem] print:hidden ${className}`.trim()}>
      <span aria-hidden="true">{label}:</span>
      {Object.entries(formats).map(([format, name]) => (
        <TextLink key={format} href={`${path}.${format}${search}`} rel={rel}>
          {name}
        </TextLink>
      ))}
    </nav>
  );
}

type ProjectNameProps = { slug: string; title: string; detail?: ReactNode; detailClass?: string };

/** A project's name as a link to its page, in a list, and below it a detail. */
export function ProjectName({ slug, title, detail, detailClass = 'text-[0.875rem]' }: ProjectNameProps) {
  return (
    <>
      <a href={`/projects/${slug}`} className="inline-block min-h-6 font-semibold break-words underline-offset-4 hover:underline">
        <bdi>{title}</bdi>
      </a>
      {detail && <span className={`block text-ink-soft ${detailClass}`}>{detail}</span>}
    </>
  );
}

type RecordPage = { to: 'entries' | 'batches'; id: number } | { to: 'certificates'; id: string };

/** A link to a page of the record, by default labelled with its `id`: an entry's index (as its number), a batch's id or a certificate's. */
export function RecordLink({ to, id, className = '', children }: RecordPage & { className?: string; children?: ReactNode }) {
  return (
    <a
      href={to === 'entries' ? entryPath(id) : `/${to === 'batches' ? 'record/batches' : to}/${id}`}
      className={`text-link inline-block min-h-6 text-canopy ${className}`.trim()}
    >
      {children ?? <span className="figure whitespace-nowrap">{to === 'entries' ? entryNumber(id) : id}</span>}
    </a>
  );
}

type FailureProps = { text: string; again: string; address: string; className?: string };

/** Says that a part of a page could not be read, with a button that loads the page again, at its `address` with the query. */
export function Failure({ text, again, address, className = 'border-y border-rule py-10' }: FailureProps) {
  return (
    <div role="alert" className={`grid content-center justify-items-start gap-5 ${className}`}>
      <p className="text-wrong dark:text-current">{text}</p>
      <AddressButton action={{ label: again, href: address }} className="btn-outline" />
    </div>
  );
}
