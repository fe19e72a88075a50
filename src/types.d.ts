import 'react';

declare module 'react' {
  /** Invoker commands (HTML): a button that opens or closes a dialog. React passes them on; its types lag behind. */
  interface ButtonHTMLAttributes<T> {
    commandfor?: string;
    command?: 'show-modal' | 'close';
  }
}
