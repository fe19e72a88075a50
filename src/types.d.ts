import 'react';

declare module 'react' {
  /** Invoker commands (HTML): buttons that open or close a dialog. React supports them, but its types do not yet. */
  interface ButtonHTMLAttributes<T> {
    commandfor?: string;
    command?: 'show-modal' | 'close';
  }
}
