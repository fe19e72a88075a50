import { isClaimShown } from '#server/company.ts';
import * as words from '#shared/content/enterprise/index.ts';
import { ContentPage } from '#src/pages/_components/content-page.tsx';
import { QuadGrid } from '#src/ui/sections/cards.tsx';
import { Section } from '#src/ui/sections/frames.tsx';
import { DataSheet } from '#src/ui/sections/sheets.tsx';
import { TableSection } from '#src/ui/sections/word-table.tsx';

export default function EnterprisePage() {
  return (
    <ContentPage path="/enterprise" words={words} aside={<DataSheet content={words.fileIndex} />}>
      <TableSection content={words.sectors} names="large" id="sectors" />
      <QuadGrid content={words.offerings} ground="deep" />
      <TableSection content={words.regulations} names="large" ground="canopy" id="regulations" />
      {isClaimShown('testimonials') && <TestimonialPair />}
    </ContentPage>
  );
}

function TestimonialPair() {
  return (
    <Section id="testimonials">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3 border-b border-ink pb-4">
        <h2 className="display-3">{words.testimonials.title}</h2>
        <p className="eyebrow text-canopy">{words.testimonials.eyebrow}</p>
      </div>
      <div className="mt-8 grid gap-x-16 gap-y-10 md:mt-12 lg:grid-cols-2">
        {words.testimonials.quotes.map((item) => (
          <figure key={item.role} className="relative min-w-0 pl-9 md:pl-12">
            <span aria-hidden="true" className="absolute -top-3 left-0 font-display text-[4.5rem] leading-none text-clay md:text-[6rem]">
              “
            </span>
            <blockquote className="font-display text-[1.625rem] leading-[1.24] tracking-[-0.01em] text-pretty md:text-[2.125rem]">
              <p>{item.quote}</p>
            </blockquote>
            <figcaption className="mt-6">
              <span className="block font-semibold">{item.role}</span>
              <span className="label mt-1 block">{item.industry}</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}
