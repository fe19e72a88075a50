import type { Closing } from '#src/content/types.ts';
import { Actions } from '#src/ui/controls/action-button.tsx';

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
