import type { Downloads } from '#src/content/resources.ts';
import { ActionButton } from '#src/ui/controls/action-button.tsx';
import { Section, SectionHeading } from '#src/ui/sections/section.tsx';

/** Files to download. */
export function DownloadShelf({ content }: { content: Downloads }) {
  return (
    <Section ground="canopy">
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,20fr)_minmax(0,46fr)]">
        <SectionHeading title={content.title} intro={content.intro} onDark />
        <ul className="grid gap-6 sm:grid-cols-2">
          {content.downloads.map((download) => (
            <li key={download.title} className="relative flex flex-col bg-paper p-6 pt-7 text-ink md:p-8">
              <FoldedCorner />
              <p className="label">{download.format}</p>
              <h3 className="display-3 mt-10 md:mt-20">{download.title}</h3>
              <p className="mt-3 mb-7 border-t border-rule pt-3 text-pretty leading-[1.6] text-ink-soft">{download.body}</p>
              <div className="mt-auto grid">
                <ActionButton action={download.link} />
              </div>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

function FoldedCorner() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className="absolute top-0 right-0 size-12">
      <path d="M0 0h48v48Z" className="fill-canopy-deep" />
      <path d="M0 0v48h48Z" className="fill-canopy-mist" />
    </svg>
  );
}
