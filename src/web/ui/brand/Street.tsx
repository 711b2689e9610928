/** The street along the foot of sign-in and landing: nearly 1,500 px before it repeats. Decoration. */
import { useId } from 'react';
import { cx } from '../display/cx.ts';
import sheet from './street.svg?no-inline';

export function Street({ className }: { className?: string }) {
  const id = useId();
  return (
    <svg aria-hidden="true" className={cx('block h-24 w-full border-b border-ill-line', className)}>
      <defs>
        <pattern id={id} width="1484" height="96" patternUnits="userSpaceOnUse">
          <use href={`${sheet}#street`} width="1484" height="96" />
        </pattern>
      </defs>
      <rect width="100%" height="96" fill={`url(#${id})`} />
    </svg>
  );
}
