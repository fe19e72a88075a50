import type { ReactNode } from 'react';
import { findProjects } from '#server/domain/projects/find.ts';
import { suggestProjects } from '#server/domain/projects/list.ts';
import { Static } from '#server/http/page/static.tsx';
import { env } from '#server/platform/env.ts';
import { compare, meta } from '#shared/content/projects/compare.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import type { TonnesByUnits } from '#shared/lib/money/quote.ts';
import { type ComparedFact, comparisonOf } from '#shared/lib/projects/comparison.ts';
import {
  type AskedLine,
  addressAdding,
  addressNeededBy,
  compareAddress,
  compareLimit,
  neededByIn,
  readCompared,
  readShortlist,
  shortlistAddress,
  withTonnes,
} from '#shared/lib/shortlist.ts';
import { formatDate } from '#shared/lib/text/dates.ts';
import { catalogueSearch, parseCatalogueQuery } from '#shared/schemas/catalogue-query.ts';
import { needSearch, readNeed } from '#shared/schemas/portfolio.ts';
import type { Project } from '#shared/schemas/project.ts';
import { storableText } from '#shared/schemas/storable-text.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { ShareBar } from '#src/ui/charts.tsx';
import { FileLinks, TextLink } from '#src/ui/controls/links.tsx';
import { FactList, Notes } from '#src/ui/controls/texts.tsx';
import { AddToShortlist, actionLook, CategoryBadge, ShortlistState } from '#src/ui/projects/project-card.tsx';
import { CompactHead } from '#src/ui/sections/frames.tsx';
import { ProjectFinder } from '#src/ui/sections/project-finder.tsx';
import { type Column, stickyHead, Table } from '#src/ui/table.tsx';
import { fill, formatCount } from '#verify/text.ts';

const suggestions = 6;

export default async function ComparePage({ query }: { query: string }) {
  const asked = new URLSearchParams(query);
  const compared = readCompared(asked);
  const { from, back } = startOf(asked.get('from') ?? '', compared.lines);
  const words = storableText(asked.get('find') ?? '', 100);
  const slugs = compared.lines.map(({ slug }) => slug);
  const [projects, found] = await Promise.all([findProjects(slugs), suggestProjects({ words, except: slugs, limit: suggestions })]);
  const comparison = comparisonOf(compared, projects, compare);
  const { lines, notes } = comparison;
  const isBegun = projects.length > 1;
  const finder = (
    <ProjectFinder
      action="/projects/compare"
      parameters={[...new URLSearchParams(compareAddress(lines, from).split('?')[1])]}
      words={words}
      found={found}
      addressWith={(slug) => compareAddress([...lines, { slug }], from)}
    />
  );
  const asOf = fill(compare.asOf, { date: formatDate(new Date()) });
  return (
    <>
      <PageHead meta={meta} path="/projects/compare" name={compare.title} />
      <Static as="div">
        <CompactHead back={back} title={compare.title} lede={compare.lede} printed={[asOf, env().PUBLIC_URL + compareAddress(lines)]} />
        <div className="page pt-6 print:pb-0">
          <Notes texts={notes} />
          {isBegun || <p className="lede mb-8">{projects.length === 0 ? compare.empty : compare.one}</p>}
        </div>
        {isBegun || finder}
        {projects.length > 0 && (
          <div className={`page pb-12 print:pb-0 ${isBegun ? '' : 'pt-12'}`}>
            <CompareTable projects={projects} comparison={comparison} from={from} />
            <p className="mt-4 text-[0.9375rem] text-ink-faint print:hidden">{asOf}</p>
            <CompareActions projects={projects} lines={lines} />
          </div>
        )}
        {isBegun && lines.length < compareLimit && finder}
      </Static>
    </>
  );
}

/**
 * Returns the list, the mixes or the shortlist that the comparison was started from, and the link back there. Parsed and rewritten, so that
 * it is always a valid address on this site. A shortlist keeps what the comparison no longer has.
 */
function startOf(from: string, lines: AskedLine[]) {
  const [, page, search = from] = /^\/(portfolio|shortlist)(?:\?(.*))?$/.exec(from) ?? [];
  const query = new URLSearchParams(search);
  const { need } = readNeed(query);
  if (page === 'shortlist') {
    const listed = readShortlist(query).lines;
    const list = addressNeededBy(shortlistAddress(listed.length > 0 ? listed : withTonnes(lines)), neededByIn(query));
    return { from: list, back: { label: compare.backToShortlist, href: list } };
  }
  if (page && need) {
    const mixes = `/portfolio${needSearch(need)}`;
    return { from: mixes, back: { label: compare.backToMixes, href: `${mixes}#found` } };
  }
  const list = catalogueSearch(parseCatalogueQuery(query).query);
  return { from: list, back: { label: compare.back, href: `/projects${list}#found` } };
}

type CompareTableProps = { projects: Project[]; comparison: ReturnType<typeof comparisonOf>; from: string };

type Row = { name: string; group?: string; cell: (project: Project) => ReactNode; className?: string };

/**
 * Projects as columns, their facts as rows in groups, with the names of the projects in view; on a phone a fact has a line for each
 * project, which has its number from the names. What is the same for all stands once, below.
 */
function CompareTable({ projects, comparison: { lines, facts, sum }, from }: CompareTableProps) {
  const { asked } = compare;
  const isSame = ({ group, text }: ComparedFact) => group && projects.length > 1 && new Set(projects.map(text)).size === 1;
  const same = facts.filter(isSame);
  return (
    <div data-comparison="">
      {sum && (
        <p className="mb-6 border-y border-ink py-3">
          <span className="label block">{sum.isPart ? asked.part : asked.all}</span>{' '}
          {asked.sums.map((text) => (
            <span key={text} className="figure block text-[min(1.375rem,8vw)] md:mr-8 md:inline-block md:text-[1.75rem]">
              {fill(text, { tonnes: tonnesOf(sum.tonnes), cost: formatPounds(sum.subtotal), total: formatPounds(sum.total) })}{' '}
            </span>
          ))}
          <TextLink href={shortlistAddress(withTonnes(lines))} rel="nofollow" className="print:hidden">
            {asked.change}
          </TextLink>
        </p>
      )}
      <Table
        caption={compare.caption}
        captionClass="label block pb-3 text-left wide:table-caption"
        className={`wide:table-fixed wide:[&_tr>:is(th,td)]:pr-0 wide:[&_tr>*:not(:first-child)]:pl-6 lg:[&_tr>*:not(:first-child)]:pl-8 [&_tbody_a]:scroll-mt-48 ${key}`}
        headClass={`${stickyHead} wide:!top-[-4.6rem]`}
        columns={[
          {
            name: compare.project,
            cell: ({ name }) => name,
            headClass: 'narrow:sr-only wide:w-[19%]',
            className: 'text-[0.9375rem] font-semibold',
          },
          ...projects.map(
            (project, index): Column<Row> => ({
              name: project.title,
              head: <ColumnHead project={project} number={index + 1} />,
              cell: ({ cell }) => cell(project),
              named: 'beside',
              label: String(index + 1),
              headClass: 'wide:!align-top narrow:!p-0',
              className: `narrow:!justify-start narrow:[&>div]:grow text-[0.9375rem] leading-[1.5] break-words ${disc} ${grounds[index]}`,
            }),
          ),
        ]}
        rows={rowsOf(
          facts.filter((fact) => !isSame(fact)),
          { projects, lines, from },
        )}
        row={({ name, className = '' }) => ({ key: name, className: `gap-y-1 ${className}` })}
        above={({ group }, previous) =>
          group &&
          group !== previous?.group && (
            <tr className="!border-ink !pt-9 !pb-2">
              <th scope="rowgroup" colSpan={projects.length + 1} className="display-3 wide:(!pt-10 !pb-2)">
                {group}
              </th>
            </tr>
          )
        }
      />
      {same.length > 0 && <h2 className="display-3 mt-10 mb-2">{compare.same}</h2>}
      <FactList
        className="text-[0.9375rem] [&_dt]:(font-semibold text-ink) [&>:first-child]:border-ink md:[&>div]:(grid-cols-[minmax(7rem,19%)_minmax(0,1fr)] gap-x-6) lg:[&>div]:gap-x-8"
        facts={same.map(({ name, text }) => [name, projects.slice(0, 1).map(text)])}
      />
    </div>
  );
}

/** The names on a phone, each on a line where two do not fit: what the numbers in the rows mean stays in view below the header. */
const key =
  'narrow:[&>thead]:(not-sr-only block !sticky top-[min(4rem,(100vw-19.9rem)*999,(100vh-28rem)*999)] z-1 bg-paper border-b border-ink !py-2) narrow:[&>tbody]:border-t-0 narrow:[&>thead>tr]:(grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] gap-x-4)';

/** The rows of facts, and after the first of them what can be done with a project. */
function rowsOf(facts: ComparedFact[], { projects, lines, from }: { projects: Project[]; lines: AskedLine[]; from: string }): Row[] {
  const next: Row = {
    name: compare.next,
    cell: (project) => {
      const without = compareAddress(
        lines.filter(({ slug }) => slug !== project.slug),
        from,
      );
      return (
        <span className="flex flex-wrap gap-x-5">
          <AddToShortlist
            project={project}
            tonnes={lines.find(({ slug }) => slug === project.slug)?.tonnes}
            texts={compare.shortlist}
            className="text-link inline-flex min-h-11 items-center text-canopy wide:basis-full"
          />
          <a href={without} rel="nofollow" className={actionLook}>
            {compare.remove}
            <span className="sr-only"> {project.title}</span>
          </a>
        </span>
      );
    },
    className: 'print:!hidden',
  };
  const stated = facts.map(({ name, group, text, figure }): Row => {
    const bar = figure && projects.length > 1 && { values: projects.map((project) => figure.number(project) ?? 0) };
    const barOf = (project: Project) => bar && <ShareBar {...bar} place={projects.indexOf(project)} />;
    return { name, group, cell: (project) => (figure ? <Figure text={text(project)} bar={barOf(project)} /> : text(project)) };
  });
  // What is decided by stands first.
  const [first] = Object.keys(compare.facts);
  return stated.toSpliced(stated.filter(({ group = first }) => group === first).length, 0, next);
}

/** A project's number on its colour, as in `paintOf`. */
const disc = 'before:(size-5 shrink-0 rounded-full !text-center !text-paper-bright !leading-5)';
const grounds = ['before:bg-canopy', 'before:bg-tide', 'before:bg-clay', 'before:bg-ink-faint'];

/** The tonnes in all and, unless all are issued, how many are and how many are not. */
function tonnesOf(tonnes: TonnesByUnits): string {
  const kinds = (['issued', 'expected', 'notStated'] as const).filter((name) => tonnes[name] > 0);
  const said = kinds.map((name) => fill(compare.asked.units[name], { tonnes: formatCount(tonnes[name]) })).join(', ');
  return `${formatCount(tonnes.total)}\u00a0t${tonnes.issued === tonnes.total ? '' : `: ${said}`}`;
}

/** A project's name, and where it has a column, above it its drawing, which scrolls under the header, and its category. */
function ColumnHead({ project: { slug, title, category, imageUrl }, number }: { project: Project; number: number }) {
  return (
    <>
      <span aria-hidden="true" className="block h-37 narrow:hidden print:hidden">
        <img src={imageUrl} alt="" width="800" height="500" className="h-24 w-full bg-paper-deep object-cover" />
        <span className="flex h-13 items-center tracking-normal normal-case [&>span]:line-clamp-2">
          <CategoryBadge category={category} short />
        </span>
      </span>
      <a
        href={`/projects/${slug}`}
        data-number={number}
        className={`display-3 md:max-lg:text-[1.125rem] normal-case break-words text-ink hover:underline narrow:(line-clamp-2 min-h-6 font-sans !text-[0.875rem] leading-6 tracking-normal) narrow:before:(inline-block mr-2 font-mono text-[0.75rem] [content:attr(data-number)_/_'']) ${disc} ${grounds[number - 1]}`}
      >
        <bdi>{title}</bdi>
      </a>
    </>
  );
}

/** A figure with its unit, and the bar below it; words in place of one look like other text. */
function Figure({ text, bar }: { text: string; bar: ReactNode }) {
  const [value = '', unit, ...others] = text.split(' ');
  if (!/\d/.test(value) || others.length > 0) return text;
  return (
    <>
      <span className="figure text-[1.125rem] lg:text-[1.375rem]">{value}</span>
      {unit && <span className="font-mono text-[0.75rem] text-ink-faint"> {unit}</span>}
      {bar}
    </>
  );
}

/** What can be done with a comparison as a whole: its projects on the shortlist, and itself as a file. Both work without scripts. */
function CompareActions({ projects, lines }: { projects: Project[]; lines: AskedLine[] }) {
  const onSale = projects.filter(({ status }) => status === 'On sale');
  const search = compareAddress(lines).split('?')[1];
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-8 gap-y-3 print:hidden">
      {onSale.length > 1 && (
        <a
          href={addressAdding(lines.filter(({ slug }) => onSale.some((project) => project.slug === slug)))}
          rel="nofollow"
          data-shortlist-add=""
          className="btn-primary"
        >
          <ShortlistState
            add={onSale.length === projects.length ? compare.shortlistAll : fill(compare.shortlistSome, { count: String(onSale.length) })}
            added={compare.shortlisted}
          />
        </a>
      )}
      <FileLinks texts={compare.files} path="/projects/compare" search={`?${search}`} rel="nofollow" />
    </div>
  );
}
