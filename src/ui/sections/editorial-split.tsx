import type { ReactNode } from 'react';
import type { Editorial } from '#src/content/types.ts';
import { Actions } from '#src/ui/controls/action-button.tsx';
import { Section } from './section.tsx';
import { Paragraphs } from './texts.tsx';

/** `aside`: what stands beside the text in place of notes. */
type EditorialSplitProps = { content: Editorial; ground?: 'paper' | 'canopy'; id?: string; aside?: ReactNode };

/** A wide serif heading, body text, and notes in the margin. */
export function EditorialSplit({ content, ground = 'paper', id, aside }: EditorialSplitProps) {
  const onDark = ground === 'canopy';
  return (
    <Section id={id} ground={ground}>
      {content.eyebrow && <p className={`eyebrow mb-5 ${onDark ? 'text-lichen' : 'text-canopy'}`}>{content.eyebrow}</p>}
      <h2 className="display-2 max-w-[15.3em] lg:text-[3.75rem]">{content.title}</h2>
      <div className="mt-9 grid gap-10 lg:grid-cols-[minmax(0,40rem)_minmax(0,18rem)] lg:justify-between">
        <div className={`grid content-start gap-5 text-[1.0625rem] ${onDark ? 'text-paper/90' : 'text-ink-soft'}`}>
          <Paragraphs texts={content.paragraphs} />
          {content.actions && (
            <div className={`mt-4 xl:min-w-[44rem] ${onDark ? 'text-paper' : 'text-ink'}`}>
              <Actions actions={content.actions} />
            </div>
          )}
        </div>
        {aside}
        {content.notes && (
          <ul className={`self-start border-b text-[0.9375rem] ${onDark ? 'border-paper/30' : 'border-rule'}`}>
            {content.notes.map((note) => (
              <li key={note} className={`border-t py-4 ${onDark ? 'border-paper/30 text-canopy-mist' : 'border-rule text-ink-soft'}`}>
                {note}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
