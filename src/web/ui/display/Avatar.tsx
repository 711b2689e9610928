/** A person or firm as a picture or initials. Grey, because a colour would suggest a meaning. */
import { useState } from 'react';
import { initials } from '../../../shared/text.ts';
import { cx } from './cx.ts';

type Props = {
  name: string;
  photo?: string | null;
  size?: 'default' | 'large';
  /** For firms: shows the whole logo instead of cropping it. */
  square?: boolean;
};

export function Avatar({ name, photo = null, size = 'default', square = false }: Props) {
  const [broken, setBroken] = useState<string>();
  const shown = photo !== null && photo !== broken;
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid flex-none place-items-center overflow-clip border border-line font-bold text-ink-2',
        square && shown ? 'bg-surface' : 'bg-sunken',
        size === 'large' ? 'size-14 text-l' : 'size-8 text-s',
        square ? 'rounded-control' : 'rounded-pill',
      )}
    >
      {shown ? (
        <img
          src={`${photo}?size=thumb`}
          alt=""
          className={cx('size-full', square ? 'object-contain' : 'object-cover')}
          onError={() => setBroken(photo)}
        />
      ) : (
        initials(name)
      )}
    </span>
  );
}
