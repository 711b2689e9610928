/** A lucide icon in our two sizes and one stroke. Decoration: the name for screen readers stands beside it or on the button. */
import type { ComponentType, SVGProps } from 'react';
import { cx } from './cx.ts';

export type IconShape = ComponentType<SVGProps<SVGSVGElement>>;

type Props = { of: IconShape; size?: 'default' | 'large'; className?: string | undefined };

export function Icon({ of: Shape, size = 'default', className }: Props) {
  return <Shape aria-hidden className={cx(size === 'large' ? 'size-5' : 'size-4', className)} strokeWidth={1.75} />;
}
