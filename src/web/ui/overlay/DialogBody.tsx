import type { ReactNode } from 'react';
import { cx } from '../display/cx.ts';

export function DialogBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx('min-h-0 flex-1 overflow-y-auto px-6 pt-4 pb-6 max-md:px-4', className)}>{children}</div>;
}

/** A dialog's buttons: Cancel first, the action last. On a phone they share the width. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-none items-center justify-end gap-2 border-t border-line px-6 py-4 max-md:px-4 max-md:flex-wrap max-md:py-3 max-md:pb-[max(12px,env(safe-area-inset-bottom))] max-md:*:flex-auto">
      {children}
    </div>
  );
}
