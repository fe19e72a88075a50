import type { Action } from '#src/content/types.ts';

type ActionButtonProps = { action: Action; variant?: 'primary' | 'outline' };

const variants = { primary: 'btn-primary', outline: 'btn-outline' } as const;

/**
 * A link styled as a button, or a button that submits a form of the page or opens a dialog on it: modal, or as a popover without
 * scripts (src/page-scripts/dialogs.ts).
 */
export function ActionButton({ action, variant = 'outline' }: ActionButtonProps) {
  if ('href' in action) {
    const download = action.href.endsWith('.pdf') ? { download: true } : {};
    return (
      <a className={variants[variant]} href={action.href} {...download}>
        {action.label}
        {action.about && <span className="sr-only"> {action.about}</span>}
      </a>
    );
  }
  if ('submits' in action) {
    return (
      <button type="submit" form={action.submits} className={variants[variant]}>
        {action.label}
      </button>
    );
  }
  return (
    <button type="button" className={variants[variant]} popoverTarget={action.opens} aria-haspopup="dialog">
      {action.label}
    </button>
  );
}

/** The first action is the primary one. Three are narrower, to stand in one row beside what a page shows there. */
export function Actions({ actions }: { actions: Action[] }) {
  if (actions.length === 0) return null;
  return (
    <div className={`flex flex-col gap-3 sm:(flex-row flex-wrap) ${actions.length > 2 ? 'sm:(gap-x-2 *:px-5)' : ''}`}>
      {actions.map((action, index) => (
        <ActionButton key={action.label} action={action} variant={index === 0 ? 'primary' : 'outline'} />
      ))}
    </div>
  );
}
