import type { ReactNode } from 'react';
import { Icon, type IconShape } from '../../../web/ui/display/Button.tsx';
import { cx } from '../../../web/ui/display/cx.ts';
import { DialogBody, DialogFoot } from '../../../web/ui/overlay/DialogBody.tsx';

const TONES = {
  neutral: 'bg-sunken text-ink-2',
  green: 'bg-green-soft text-green',
  red: 'bg-red-soft text-red',
  amber: 'bg-amber-soft text-amber',
} as const;

type Props = {
  /** A spinner by default. */
  icon?: IconShape;
  tone?: keyof typeof TONES;
  title: string;
  /** 'alert' interrupts screen readers, so it is only for errors. */
  role?: 'alert' | 'status';
  note?: ReactNode;
  foot?: ReactNode;
  children?: ReactNode;
};

export function Message({ icon, tone = 'neutral', title, role = 'status', note, foot, children }: Props) {
  return (
    <>
      <DialogBody className="flex min-h-[300px] flex-col">
        <div role={role} className="flex flex-1 flex-col items-center justify-center py-4 text-center">
          <span className={cx('mb-4 grid size-12 place-items-center rounded-pill', TONES[tone])}>
            {icon ? <Icon of={icon} size="large" /> : <span className="spin size-5 text-primary" aria-hidden="true" />}
          </span>
          <p className="max-w-[34ch] font-bold text-balance">{title}</p>
          {children && <div className="mt-1 max-w-[38ch] text-balance text-ink-2">{children}</div>}
        </div>
        {note && <p className="border-t border-line pt-3 text-s text-pretty text-ink-2">{note}</p>}
      </DialogBody>
      {foot && <DialogFoot>{foot}</DialogFoot>}
    </>
  );
}
