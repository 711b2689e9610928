/** A button that shows only an icon. Its label is required: it is the name for screen readers and the words on hover. */
import type { ComponentProps } from 'react';
import { Button } from './Button.tsx';
import type { IconShape } from './Icon.tsx';
import { Icon } from './Icon.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'children' | 'size' | 'wide' | 'icon' | 'busy' | 'aria-label'> & {
  icon: IconShape;
  label: string;
  /** `small` in table rows and inside fields. */
  size?: 'default' | 'small';
  /** A number on the icon's shoulder; say it in the label too. */
  count?: number;
};

export function IconButton({ icon, label, size = 'default', variant = 'quiet', count = 0, ...rest }: Props) {
  return (
    <Button
      title={label}
      {...rest}
      variant={variant}
      size={size === 'small' ? 'icon-small' : 'icon'}
      aria-label={label}
    >
      <Icon of={icon} size={size === 'small' ? 'default' : 'large'} />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-[calc(50%-20px)] left-[calc(50%+2px)] h-[18px] min-w-[18px] rounded-pill bg-primary px-[5px] text-s leading-[18px] text-primary-ink ring-2 ring-surface"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Button>
  );
}
