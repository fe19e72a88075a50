import type { Link } from '#src/content/types.ts';

type FormSentProps = { content: { success: { title: string; body: string }; another: Link } };

/** Replaces a form after it was posted without scripts: the thanks, and a link to an empty form. */
export function FormSent({ content: { success, another } }: FormSentProps) {
  return (
    <div role="status" className="grid min-h-80 content-center justify-items-start">
      <p className="display-2 text-canopy">{success.title}</p>
      <p className="lede mt-4 mb-8">{success.body}</p>
      <a href={another.href} className="btn-outline">
        {another.label}
      </a>
    </div>
  );
}
