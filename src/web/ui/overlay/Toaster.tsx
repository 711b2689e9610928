/** Shows and announces toasts at the bottom right, or on a phone at the bottom. F6 moves the focus to the toasts. */
import { Toast } from '@base-ui/react/toast';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import X from 'lucide-react/icons/x';
import { useEffect } from 'react';
import { Button, Icon, IconButton } from '../display/Button.tsx';
import { cx } from '../display/cx.ts';
import { showToasts } from './toast.client.ts';

const toasts = Toast.createToastManager<object>();

/** Removes `aria-modal`, which only dialogs may have. */
const STATUS = { role: 'status', 'aria-modal': undefined } as const;

const MARKS = {
  success: { icon: CircleCheck, colour: 'text-green-fill', aria: STATUS },
  error: { icon: CircleAlert, colour: 'text-red-fill', aria: { ...STATUS, role: 'alert' } },
  info: { icon: Info, colour: 'text-blue-fill', aria: STATUS },
} as const;

function isKind(type: string | undefined): type is keyof typeof MARKS {
  return type !== undefined && Object.hasOwn(MARKS, type);
}

/** Rendered once in the app's root. */
export function Toaster() {
  // Runs after Base UI's effect, which subscribes to `toasts`.
  useEffect(() => showToasts(toasts), []);
  return (
    <Toast.Provider toastManager={toasts} limit={3}>
      {/* An `aria-live` element is not hidden while a dialog is modal, so errors in it are announced. */}
      <Toast.Portal aria-live="off">
        <Toast.Viewport className="toaster" aria-label="Messages">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts: shown } = Toast.useToastManager();
  return shown.map((toast) => {
    const mark = MARKS[isKind(toast.type) ? toast.type : 'info'];
    return (
      // Base UI renders a dialog. Toasts take no focus, so they are a status or an alert.
      <Toast.Root key={toast.id} toast={toast} {...mark.aria} className="toast">
        <Toast.Content className="flex items-start gap-[10px] py-3 pr-2 pl-4">
          <Icon of={mark.icon} className={`mt-1 ${mark.colour}`} />
          <div className="min-w-0 flex-1">
            <Toast.Title className={cx('text-m text-wrap tracking-normal', !toast.description && 'font-normal')} />
            <Toast.Description />
          </div>
          {toast.actionProps && <Toast.Action render={<Button size="small" className="max-md:-my-1" />} />}
          {/* Focusable elements must not be hidden from screen readers. */}
          <Toast.Close
            aria-hidden={false}
            render={<IconButton icon={X} label="Dismiss" size="small" className="-mt-[2px] max-md:-my-[10px]" />}
          />
        </Toast.Content>
      </Toast.Root>
    );
  });
}
