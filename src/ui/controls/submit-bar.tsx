import type { ReactNode } from 'react';

/**
 * The end of a form that begins at the top of its page. It stays in view for as long as the form does: a short screen, or a keyboard
 * over half of it, does not hide the button.
 */
export function SubmitBar({ children }: { children: ReactNode }) {
  return (
    <div className="submit-bar sticky bottom-0 z-10 mt-5 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-ink bg-paper py-3 shadow-[0_-1.5rem_1.25rem_-0.75rem_#F5F1E6]">
      {children}
    </div>
  );
}
