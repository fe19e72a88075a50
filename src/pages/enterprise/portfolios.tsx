import { isClaimShown } from '#server/company.ts';
import * as words from '#shared/content/enterprise/portfolios.ts';
import { ContentPage } from '#src/pages/_components/content-page.tsx';
import { Paragraphs } from '#src/ui/controls/texts.tsx';
import { QuadGrid } from '#src/ui/sections/cards.tsx';
import { Drawing, Section } from '#src/ui/sections/frames.tsx';
import { DataSheet, FigureBand } from '#src/ui/sections/sheets.tsx';
import { TableSection } from '#src/ui/sections/word-table.tsx';

export default function PortfoliosPage() {
  return (
    <ContentPage path="/enterprise/portfolios" words={words} aside={<DataSheet content={words.specimen} />}>
      {isClaimShown('enterprise') && <FigureBand content={words.figures} ground="canopy" />}
      <QuadGrid content={words.services} />
      <TableSection content={words.types} ground="deep" />
      <StrataFigure />
    </ContentPage>
  );
}

type Ground = (typeof words.strata)['layers'][number]['ground'];

/** The colours of the layers in public/pictures/strata/portfolio.svg. */
const swatches: Record<Ground, string> = { air: 'bg-tide-soft', wood: 'bg-[#9DB783]', char: 'bg-ink' };

/** Strata whose shares shift from left to right, over a timeline. */
function StrataFigure() {
  const { title, paragraphs, axis, layers, caption } = words.strata;
  return (
    <Section>
      <div className="grid gap-x-16 gap-y-7 lg:grid-cols-[minmax(0,26fr)_minmax(0,40fr)]">
        <h2 className="display-2">{title}</h2>
        <Paragraphs texts={paragraphs} className="copy text-ink-soft" box="grid gap-5 lg:pt-9" />
      </div>
      <figure className="mt-12">
        <Drawing name="strata/portfolio" size={[1200, 520]} />
        <div className="flex justify-between border-t border-ink pt-2 font-mono text-[0.75rem]">
          <span>{axis.from}</span>
          <span aria-hidden="true">→</span>
          <span>{axis.to}</span>
        </div>
        <ul className="mt-8 grid gap-x-8 sm:grid-cols-3">
          {layers.map((layer) => (
            <li key={layer.name} className="flex gap-3 border-t border-rule py-4">
              <span
                aria-hidden="true"
                className={`mt-1 size-4 shrink-0 outline-1 outline-rule-strong [forced-color-adjust:none] ${swatches[layer.ground]}`}
              />
              <span>
                <span className="block font-semibold">{layer.name}</span>
                <span className="block text-[0.9375rem] text-ink-soft">{layer.body}</span>
              </span>
            </li>
          ))}
        </ul>
        <figcaption className="mt-4 text-[0.875rem] text-ink-faint">{caption}</figcaption>
      </figure>
    </Section>
  );
}
