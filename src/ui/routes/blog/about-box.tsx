import type { Link } from '#src/content/types.ts';

type AboutBoxProps = { content: { title: string; body: string; link: Link } };

/** About the author, at the end of an article. */
export function AboutBox({ content }: AboutBoxProps) {
  return (
    <section aria-labelledby="about-carma" className="border-t border-ink bg-paper-bright p-6 md:p-8 print:hidden">
      <h2 id="about-carma" className="display-3">
        {content.title}
      </h2>
      <p className="copy mt-3 mb-5 text-ink-soft">{content.body}</p>
      <a href={content.link.href} className="btn-outline">
        {content.link.label}
      </a>
    </section>
  );
}
