import type { ReactNode } from 'react';
import { unstable_redirect as redirect } from 'waku/router/server';
import { findProjects } from '#server/domain/projects/find.ts';
import { suggestProjects } from '#server/domain/projects/list.ts';
import { Static } from '#server/http/page/page.ts';
import { env } from '#server/platform/env.ts';
import { compare, meta } from '#shared/content/projects/compare.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { type ComparedFact, comparisonOf } from '#shared/lib/projects/comparison.ts';
import { shownImage } from '#shared/lib/projects/landscapes.ts';
import {
  type AskedLine,
  addressAdding,
  compareAddress,
  compareLimit,
  linesWithTonnes,
  neededByIn,
  readCompared,
  readShortlist,
  shortlistAddress,
  tonnesField,
} from '#shared/lib/shortlist.ts';
import { formatDate } from '#shared/lib/text/dates.ts';
import { catalogueSearch, parseCatalogueQuery } from '#shared/schemas/catalogue-query.ts';
import { typedTonnesLength } from '#shared/schemas/limits.ts';
import { needSearch, readNeed, type TonnesByIssuance } from '#shared/schemas/portfolio.ts';
import type { Project } from '#shared/schemas/project.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { paintOf, ShareBar } from '#src/ui/charts.tsx';
import { TextInput } from '#src/ui/controls/form.tsx';
import { FileLinks, SubmitButton } from '#src/ui/controls/links.tsx';
import { FactList, Notes } from '#src/ui/controls/texts.tsx';
import { AddToShortlist, actionLook, CategoryBadge, ShortlistState } from '#src/ui/projects/project-card.tsx';
import { CompactHead, Picture } from '#src/ui/sections/frames.tsx';
import { finderSearch, ProjectFinder } from '#src/ui/sections/project-finder.tsx';
import { type Column, stickyHead, Table } from '#src/ui/table.tsx';
import { fill, formatCount } from '#verify/text.ts';

const maxSuggestions = 6;

export default async function ComparePage({ query }: { query: string }) {
  const asked = new URLSearchParams(query);
  const compared = readCompared(asked);
  const { from, back, neededBy } = startOf(asked.get('from') ?? '', compared.lines);
  if (compared.sent && compared.wrong.size === 0) redirect(compareAddress(compared.lines, from), 303);
  const search = finderSearch(asked);
  const slugs = compared.lines.map(({ slug }) => slug);
  const [projects, found] = await Promise.all([findProjects(slugs), suggestProjects({ search, except: slugs, limit: maxSuggestions })]);
  const comparison = comparisonOf(compared, projects, compare);
  const { lines, notes, sum } = comparison;
  const isBegun = projects.length > 1;
  const finder = (
    <ProjectFinder
      action="/projects/compare"
      parameters={[...new URLSearchParams(compareAddress(lines, from).split('?')[1])]}
      search={search}
      found={found}
      addressWith={(slug) => compareAddress([...lines, { slug }], from)}
    />
  );
  const asOf = fill(compare.asOf, { date: formatDate(new Date()) });
  return (
    <>
      <PageHead meta={meta} path="/projects/compare" name={compare.title} />
      <Static as="div">
        {/* As on /projects, scripts replace each part when tonnes are typed (src/page-scripts/catalogue.ts). */}
        <div data-part="">
          <CompactHead back={back} title={compare.title} lede={compare.lede} printed={[asOf, env().PUBLIC_URL + compareAddress(lines)]} />
        </div>
        <div className="page pt-6 print:pb-0">
          <Notes texts={notes} />
          {!isBegun && <p className="lede mb-8">{projects.length === 0 ? compare.empty : compare.one}</p>}
        </div>
        {!isBegun && finder}
        {projects.length > 0 && (
          <section id="found" aria-label={compare.title} className={`page pb-12 print:pb-0 ${isBegun ? '' : 'pt-12'}`}>
            <p role="status" className="sr-only">
              {sum && `${tonnesOf(sum.tonnes)}, ${formatPounds(sum.subtotal)}`}
            </p>
            <Ledger {...{ projects, lines, sum, neededBy }} />
            <form id="tonnes" action="/projects/compare">
              {lines.map(({ slug }) => (
                <input key={slug} type="hidden" name="p" value={slug} />
              ))}
              {from && <input type="hidden" name="from" value={from} />}
            </form>
            <CompareTable {...{ projects, comparison, from }} wrong={compared.wrong} />
            <div data-part="" className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 print:hidden">
              <span className="text-[0.9375rem] text-ink-faint">{asOf}</span>
              <FileLinks texts={compare.files} path="/projects/compare" search={`?${compareAddress(lines).split('?')[1]}`} rel="nofollow" />
            </div>
          </section>
        )}
        {isBegun && lines.length < compareLimit && finder}
      </Static>
    </>
  );
}

/**
 * Returns where the comparison was started, the link back there, and the day by which the credits are needed. `from`: the address of the
 * mixes (/portfolio) or the shortlist or, of the list (/projects), only its query. It is parsed and rewritten, so that it always is valid
 * on this site. A shortlist that it names keeps its lines, whatever has been removed from the comparison.
 */
function startOf(from: string, lines: AskedLine[]) {
  // What names neither page is the query of the list.
  const [, page, search = from] = /^\/(portfolio|shortlist)(?:\?(.*))?$/.exec(from) ?? [];
  const query = new URLSearchParams(search);
  const { need } = readNeed(query);
  if (page === 'shortlist') {
    const listed = readShortlist(query).lines;
    const neededBy = neededByIn(query);
    const list = shortlistAddress(listed.length > 0 ? listed : linesWithTonnes(lines), { by: neededBy });
    return { from: list, back: { label: compare.backToShortlist, href: list }, neededBy };
  }
  if (page && need) {
    const mixes = `/portfolio${needSearch(need)}`;
    return { from: mixes, back: { label: compare.backToMixes, href: `${mixes}#found` }, neededBy: need.deliverBy };
  }
  const list = catalogueSearch(parseCatalogueQuery(query).query);
  return { from: list, back: { label: compare.back, href: `/projects${list}#found` }, neededBy: undefined };
}

type Comparison = ReturnType<typeof comparisonOf>;
type LedgerProps = Pick<Comparison, 'lines' | 'sum'> & { projects: Project[]; neededBy: string | undefined };

/** What the tonnes come to, as a line of a ledger, and what can be done with the comparison as a whole: both work without scripts. */
function Ledger({ projects, lines, sum, neededBy }: LedgerProps) {
  const { asked } = compare;
  const onSale = lines.filter(({ slug }) => projects.some((project) => project.slug === slug && project.status === 'On sale'));
  // If all have tonnes, these become the shortlist; otherwise all are added to it, with the default where none were asked for.
  const toBuy = linesWithTonnes(onSale);
  return (
    <div
      data-part=""
      className={`flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-y border-ink py-4 ${sum ? '' : 'print:hidden'}`}
    >
      {sum && (
        <p>
          <span className="label block">{sum.isPart ? asked.part : asked.all}</span>{' '}
          {asked.sums.map((text) => (
            <span key={text} className="figure block text-[min(1.25rem,6.5vw)] md:mr-8 md:inline-block md:text-[min(1.5rem,3vw)]">
              {fill(text, { tonnes: tonnesOf(sum.tonnes), cost: formatPounds(sum.subtotal), total: formatPounds(sum.total) })}{' '}
            </span>
          ))}
        </p>
      )}
      <p className="flex flex-wrap gap-3 max-md:(w-full [&>a]:grow) print:hidden">
        {onSale.length > 1 && (
          <a
            href={toBuy.length === onSale.length ? shortlistAddress(toBuy, { replace: 'ask', by: neededBy }) : addressAdding(onSale)}
            rel="nofollow"
            data-shortlist-add=""
            className="btn-primary"
          >
            <ShortlistState
              add={onSale.length === projects.length ? compare.shortlistAll : fill(compare.shortlistSome, { count: String(onSale.length) })}
              added={compare.shortlist.added}
            />
          </a>
        )}
        {toBuy.length > 0 && (
          <a href={`${shortlistAddress(toBuy, { by: neededBy })}#quote`} rel="nofollow" className="btn-outline">
            {asked.quote}
          </a>
        )}
      </p>
    </div>
  );
}

type CompareTableProps = { projects: Project[]; comparison: Comparison; from: string; wrong: Map<string, string> };

type Row = { name: string; group?: string; cell: (project: Project) => ReactNode; className?: string };

/**
 * Projects as columns, their facts as rows in groups, with the names of the projects in view. On a phone each fact has a line for each
 * project, marked with the number that stands before the project's name. What is the same for all stands once, below.
 */
function CompareTable({ projects, comparison, from, wrong }: CompareTableProps) {
  const { facts } = comparison;
  const isSame = ({ group, text }: ComparedFact) => group !== undefined && projects.length > 1 && new Set(projects.map(text)).size === 1;
  const same = facts.filter(isSame);
  return (
    <div data-comparison="" className="mt-6">
      <Table
        caption={compare.caption}
        className={`wide:table-fixed wide:[&_tr>:is(th,td)]:pr-0 wide:[&_tr>*:not(:first-child)]:pl-6 lg:[&_tr>*:not(:first-child)]:pl-8 [&_tbody_a]:scroll-mt-48 ${namesInView}`}
        // About the header's 4.75rem less the 9.25rem of picture and category, which scroll under it.
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
              className: `narrow:!justify-start narrow:[&>div]:grow text-[0.9375rem] leading-[1.5] [overflow-wrap:anywhere] ${disc} ${paintOf(index).disc}`,
            }),
          ),
        ]}
        rows={rowsOf({ projects, comparison: { ...comparison, facts: facts.filter((fact) => !isSame(fact)) }, from, wrong })}
        row={({ name, className = '' }) => ({ key: name, className: `gap-y-1 ${className}` })}
        above={({ group }, previous) =>
          group
            ? group !== previous?.group && (
                <tr className="!border-ink !pt-9 !pb-2">
                  <th scope="rowgroup" colSpan={projects.length + 1} className="display-3 wide:(!pt-10 !pb-2)">
                    {group}
                  </th>
                </tr>
              )
            : // The button stays where a script needs none: to take it away would move what is below it.
              previous?.name === compare.asked.tonnes && (
                <tr className="print:!hidden">
                  <td colSpan={projects.length + 1}>
                    <SubmitButton label={compare.asked.update} form="tonnes" className="btn-outline" />
                  </td>
                </tr>
              )
        }
      />
      {same.length > 0 && <h2 className="display-3 mt-10 mb-2">{compare.same}</h2>}
      <FactList
        className="text-[0.9375rem] [&_dt]:(font-semibold text-ink) [&>:first-child]:border-ink md:[&>div]:(grid-cols-[minmax(7rem,19%)_minmax(0,1fr)] gap-x-6) lg:[&>div]:gap-x-8"
        // A figure stands here as words do: it has nothing beside it to compare with.
        facts={same.map(({ figure: _, ...fact }) => [fact.name, projects[0] && <FactValue {...fact} project={projects[0]} />])}
      />
    </div>
  );
}

/**
 * Classes that keep the names in view on a phone, below the header, because the rows have only their numbers. On a screen narrower than
 * 19.9rem or lower than 28rem `top` is far below 0, and the names scroll away.
 */
const namesInView =
  'narrow:[&>thead]:(not-sr-only block !sticky top-[min(4rem,(100vw-19.9rem)*999,(100vh-28rem)*999)] z-1 bg-paper border-b border-ink !py-2) narrow:[&>tbody]:border-t-0 narrow:[&>thead>tr]:(grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] gap-x-4)';

/** The rows of the tonnes and their cost, of what can be done with a project, and of its facts. */
function rowsOf({ projects, comparison: { lines, facts }, from, wrong }: CompareTableProps): Row[] {
  const next: Row = {
    name: compare.next,
    cell: (project) => {
      const others = lines.filter(({ slug }) => slug !== project.slug);
      return (
        <span className="flex flex-wrap gap-x-5" data-part="">
          <AddToShortlist
            project={project}
            tonnes={lines.find(({ slug }) => slug === project.slug)?.tonnes}
            words={compare.shortlist}
            className="text-link inline-flex min-h-11 items-center text-canopy wide:basis-full"
          />
          <a href={compareAddress(others, from)} rel="nofollow" className={actionLook}>
            {compare.remove}
            <span className="sr-only"> {project.title}</span>
          </a>
        </span>
      );
    },
    className: 'print:!hidden',
  };
  const field = ({ slug, title }: Project) => (
    <TextInput
      id={`tonnes-${slug}`}
      label={<span className="sr-only">{fill(compare.asked.tonnesOf, { title })}</span>}
      error={wrong.has(slug) ? compare.asked.unreadable : undefined}
      typed={wrong.get(slug) ?? lines.find((line) => line.slug === slug)?.tonnes?.toString()}
      {...{ form: 'tonnes', name: tonnesField(slug), inputMode: 'numeric', autoComplete: 'off', maxLength: typedTonnesLength }}
      className="field figure w-[min(9rem,100%)] print:(w-24 min-h-0 border-0 bg-transparent p-0)"
    />
  );
  const rows = facts.map((fact): Row => {
    const { name, group, figure } = fact;
    if (name === compare.asked.tonnes) return { name, cell: field };
    const values = figure && projects.length > 1 && projects.map((project) => figure.number(project) ?? 0);
    const barOf = (project: Project) => values && <ShareBar values={values} place={projects.indexOf(project)} />;
    const cellOf = (project: Project) => <FactValue {...fact} project={project} bar={barOf(project)} />;
    return { name, group, cell: group ? cellOf : (project) => <div data-part="">{cellOf(project)}</div> };
  });
  // What can be done stands below the tonnes and their cost, which have no group, and above the groups of facts.
  const ungrouped = rows.filter(({ group }) => !group).length;
  return rows.toSpliced(ungrouped, 0, next);
}

/** Classes of a project's number, on a disc in the project's colour. */
const disc = 'before:(size-5 shrink-0 rounded-full !text-center !text-paper-bright !leading-5)';

/** The tonnes in all and, unless all are issued, how many are and how many are not. */
function tonnesOf(tonnes: TonnesByIssuance): string {
  const kinds = (['issued', 'expected', 'notStated'] as const).filter((name) => tonnes[name] > 0);
  const parts = kinds.map((name) => fill(compare.asked.units[name], { tonnes: formatCount(tonnes[name]) })).join(', ');
  return `${formatCount(tonnes.total)}\u00a0t${tonnes.issued === tonnes.total ? '' : `: ${parts}`}`;
}

/** A project's name. Where the project has a column, its picture, which scrolls under the header, and its category stand above the name. */
function ColumnHead({ project, number }: { project: Project; number: number }) {
  const picture = shownImage(project);
  return (
    <>
      <span aria-hidden="true" className="block h-37 narrow:hidden print:hidden">
        <Picture src={picture} alt="" className="h-24 max-w-60 object-[50%_25%]" />
        <span className="flex h-13 items-center tracking-normal normal-case [&>span]:line-clamp-2">
          <CategoryBadge category={project.category} isOneLine />
        </span>
      </span>
      <a
        href={`/projects/${project.slug}`}
        data-number={number}
        className={`display-3 md:max-lg:text-[1.125rem] normal-case break-words text-ink hover:underline narrow:(line-clamp-2 min-h-6 font-sans !text-[0.875rem] leading-6 tracking-normal) narrow:before:(inline-block mr-2 font-mono text-[0.75rem] [content:attr(data-number)_/_'']) ${disc} ${paintOf(number - 1).disc}`}
      >
        <bdi>{project.title}</bdi>
      </a>
    </>
  );
}

/** The value of a fact: a figure with its unit, and the bar below it, or words. A missing or a future value stands out. */
function FactValue({ text, isOpen, figure, project, bar }: ComparedFact & { project: Project; bar?: ReactNode }) {
  // No-break spaces keep a day on one line.
  const words = text(project).replace(/(\d) (\p{Lu}\p{L}+) (\d{4})/gu, '$1\u00a0$2\u00a0$3');
  const [value = '', unit, ...others] = words.split(' ');
  if (!figure || !/\d/.test(value) || others.length > 0) return isOpen?.(project) ? <span className="text-clay">{words}</span> : words;
  return (
    <>
      <span className="figure text-[min(1.125rem,9vw)] lg:text-[min(1.375rem,3vw)]">{value}</span>
      {unit && <span className="font-mono text-[0.75rem] text-ink-faint"> {unit}</span>}
      {bar}
    </>
  );
}
