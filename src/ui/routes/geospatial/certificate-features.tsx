import type { ReactNode } from 'react';
import type { Link } from '#src/content/types.ts';
import { Ordinal } from '#src/ui/sections/ordinal.tsx';
import { Section, SectionHeading } from '#src/ui/sections/section.tsx';

type CertificateFeaturesProps = {
  content: { eyebrow: string; title: string; intro: string; features: { title: string; body: string }[]; more: Link };
  /** The certificate. */
  children: ReactNode;
  id?: string;
};

/** A certificate, and the features by which it can be verified. */
export function CertificateFeatures({ content, children, id }: CertificateFeaturesProps) {
  return (
    <Section id={id} ground="canopy">
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,32rem)]">
        <div>
          <SectionHeading eyebrow={content.eyebrow} title={content.title} intro={content.intro} onDark />
          <ol className="mt-10 border-b border-paper/25">
            {content.features.map((feature, index) => (
              <li key={feature.title} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 border-t border-paper/25 py-5">
                <Ordinal number={index + 1} className="pt-1 text-lichen" />
                <div>
                  <h3 className="display-3">{feature.title}</h3>
                  <p className="mt-1.5 text-pretty leading-[1.55] text-canopy-mist">{feature.body}</p>
                </div>
              </li>
            ))}
          </ol>
          <a href={content.more.href} className="text-link mt-5 inline-flex min-h-11 items-center">
            {content.more.label}
          </a>
        </div>
        <div className="self-center text-canopy-mist">{children}</div>
      </div>
    </Section>
  );
}
