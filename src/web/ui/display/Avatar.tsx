/** A person or firm as a picture or initials. Grey on purpose: a colour would have to mean something. */
import { useState } from 'react';
import { cx } from './cx.ts';

type Props = {
  initials: string;
  image?: string | undefined;
  size?: 'default' | 'large';
  /** For firms: their logo is shown whole, and not cut to the frame. */
  square?: boolean;
};

/** Decoration beside a name: hidden from screen readers. */
export function Avatar({ initials, image, size = 'default', square = false }: Props) {
  const [broken, setBroken] = useState<string>();
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid flex-none place-items-center overflow-clip border border-line font-bold text-ink-2',
        square && image && broken !== image ? 'bg-surface' : 'bg-sunken',
        size === 'large' ? 'size-14 text-l' : 'size-8 text-s',
        square ? 'rounded-control' : 'rounded-pill',
      )}
    >
      {image && broken !== image ? (
        <img
          src={image}
          alt=""
          className={cx('size-full', square ? 'object-contain' : 'object-cover')}
          onError={() => setBroken(image)}
        />
      ) : (
        initials
      )}
    </span>
  );
}
