/** A person or firm as a picture or initials. Grey on purpose: a colour would have to mean something. */
import { useState } from 'react';
import { initials } from '../../../shared/text.ts';
import { cx } from './cx.ts';

type Props = {
  name: string;
  /** The url of an uploaded picture. */
  photo?: string | null;
  size?: 'default' | 'large';
  /** For firms: their logo is shown whole, and not cut to the frame. */
  square?: boolean;
};

/** Decoration beside a name: hidden from screen readers. */
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
