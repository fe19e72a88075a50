import type { Link } from '#src/content/types.ts';

type FormSentProps = { content: { success: { title: string; body: string }; another: Link } };

/** In place of a form that was posted without scripts: it arrived, and the way back to an empty one. */
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
